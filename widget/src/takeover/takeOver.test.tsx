// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { type ChangeEvent, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginTakeover } from "./beginTakeover";
import { takeOver } from "./takeOver";

/** What the components of the page have heard, in order. */
let heard: string[];
let root: HTMLElement;

const HTML = `<div data-element="one"><input type="radio" name="a" value="1"><input type="radio" name="a" value="2"></div>
  <form><div data-element="two"><input type="text" value=""></div>  <button type="button">More</button><button type="submit">Next</button></form>`;

beforeEach(async () => {
  heard = [];
  window.localStorage.clear();
  document.documentElement.className = "";
  vi.resetModules();
  await import("./early");
  document.body.innerHTML = `<div id="app" data-prerendered>${HTML}</div>`;
  root = document.getElementById("app") as HTMLElement;
});
afterEach(() => {
  window.pulsenEarly?.stop();
  cleanup();
});

describe("what was done before the scripts were there is repeated", () => {
  it("in its order, with the components that stand there now", () => {
    radio(2).click();
    type("hello");
    button("More").click();
    button("Next").click();
    drawOver();
    expect(heard).toEqual(["radio 2", "text hello", "left hello", "more", "sent"]);
  });

  it("a text with its last value, once, and where it was left, the focus with its caret", () => {
    const field = root.querySelector<HTMLInputElement>("[type=text]") as HTMLInputElement;
    field.focus();
    for (const text of ["h", "he", "hel"]) type(text);
    field.setSelectionRange(1, 2);
    drawOver();
    expect(heard).toEqual(["text hel"]);
    const drawn = document.activeElement as HTMLInputElement;
    expect(drawn).not.toBe(field);
    expect([drawn.value, drawn.selectionStart, drawn.selectionEnd]).toEqual(["hel", 1, 2]);
  });

  it("Enter as what it means in its field", () => {
    const field = root.querySelector("[type=text]") as HTMLInputElement;
    for (const text of ["go", "look up"]) {
      field.focus();
      type(text);
      root.querySelector("form")?.requestSubmit();
    }
    drawOver();
    expect(heard).toEqual(["text look up", "looked up"]);
  });

  it("also what the browser has filled in by itself after a reload", () => {
    radio(1).checked = true;
    (root.querySelector("[type=text]") as HTMLInputElement).value = "kept";
    drawOver();
    expect(heard).toEqual(["radio 1", "text kept", "left kept"]);
  });

  it("a button that is pressed again and again was meant once, with all answers", () => {
    button("Next").click();
    type("h");
    button("Next").click();
    type("hello");
    button("More").click();
    button("More").click();
    button("Next").click();
    drawOver();
    expect(heard).toEqual(["text hello", "left hello", "more", "sent"]);
  });

  it("but not on another page than the one that it was done on", () => {
    radio(2).click();
    type("hello");
    drawOver(false);
    expect([isDrawn(), heard]).toEqual([true, []]);
  });

  it("a form is not sent by the browser itself", () => {
    const event = new Event("submit", { bubbles: true, cancelable: true });
    root.querySelector("form")?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    drawOver();
    expect(heard).toEqual(["sent"]);
  });
});

describe("the page is drawn when nothing is under way", () => {
  it.each([
    ["a press", "pointerdown", "pointerup"],
    ["a swipe", "pointerdown", "pointercancel"],
    ["a key", "keydown", "keyup"],
    ["a composition", "compositionstart", "compositionend"],
  ])("%s is over first", async (_, start, end) => {
    radio(1).dispatchEvent(new Event(start, { bubbles: true }));
    drawOver();
    expect(isDrawn()).toBe(false);
    radio(1).dispatchEvent(new Event(end, { bubbles: true }));
    await vi.waitFor(() => expect(isDrawn()).toBe(true));
  });

  it("what ends elsewhere ends with the focus of the window", async () => {
    radio(1).dispatchEvent(new Event("pointerdown", { bubbles: true }));
    drawOver();
    window.dispatchEvent(new Event("blur"));
    await vi.waitFor(() => expect(isDrawn()).toBe(true));
  });
});

describe("the beginning", () => {
  it("says that the scripts are there", () => {
    expect(beginTakeover(root)).toBe(true);
    expect(root.dataset.prerendered).toBe("taken");
    expect(root.children.length).toBeGreaterThan(0);
  });

  it("empties the page of a visitor who has left answers, which was hidden", async () => {
    window.pulsenEarly?.stop();
    window.localStorage.setItem("FLOW/runs", "{}");
    vi.resetModules();
    await import("./early");
    expect(document.documentElement.className).toBe("is-hidden-early");
    expect(beginTakeover(root)).toBe(false);
    expect([root.innerHTML, root.dataset.prerendered, document.documentElement.className]).toEqual([
      "",
      undefined,
      "",
    ]);
  });

  it("changes nothing on a page without the HTML of a first view", () => {
    delete root.dataset.prerendered;
    expect(beginTakeover(root)).toBe(false);
    drawOver();
    expect(isDrawn()).toBe(true);
    expect(heard).toEqual([]);
  });
});

function drawOver(isSame = true) {
  act(() => takeOver(root, isSame, () => flushSync(() => createRoot(root).render(<Drawn />))));
}

function isDrawn(): boolean {
  return root.querySelector("[data-drawn]") !== null;
}

function radio(value: number): HTMLInputElement {
  return root.querySelector(`[type=radio][value="${value}"]`) as HTMLInputElement;
}

function button(name: string): HTMLButtonElement {
  return Array.from(root.querySelectorAll("button")).find(
    ({ textContent }) => textContent === name,
  ) as HTMLButtonElement;
}

function type(text: string) {
  const field = root.querySelector("[type=text]") as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The same controls as in the HTML. */
function Drawn() {
  const [text, setText] = useState("");
  const hear =
    (what: string) =>
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      heard.push(`${what} ${target.value}`);
      if (what === "text") setText(target.value);
    };
  return (
    <main data-drawn>
      <div data-element="one">
        <input type="radio" name="a" value="1" onChange={hear("radio")} />
        <input type="radio" name="a" value="2" onChange={hear("radio")} />
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          heard.push("sent");
        }}
      >
        <div data-element="two">
          <input
            type="text"
            value={text}
            onChange={hear("text")}
            onBlur={({ target }) => heard.push(`left ${target.value}`)}
            onKeyDown={(event) => {
              if (text !== "look up" || event.key !== "Enter") return;
              event.preventDefault();
              heard.push("looked up");
            }}
          />
        </div>
        <button type="button" onClick={() => heard.push("more")}>
          More
        </button>
        <button type="submit">Next</button>
      </form>
    </main>
  );
}
