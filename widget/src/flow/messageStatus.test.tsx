// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useStore } from "../basics/useStore";
import type { ElementView, MessageKey } from "../engine/types";
import { createNotices, type Notices } from "../run/notices";
import { speakWhileTyping } from "./fieldSpeech";
import { createMessageStatus, type MessageStatus } from "./messageStatus";

let elements: ElementView[] = [];
let status: MessageStatus;

beforeEach(() => {
  const notices = createNotices();
  status = createMessageStatus(notices, () => ({ elements }));
  render(<Shown notices={notices} />);
});
afterEach(cleanup);

function Shown({ notices }: { notices: Notices }) {
  return useStore(notices.subscribe, notices.list).map(({ Content }) => (
    <Content key={Content.displayName} />
  ));
}

const said = () => screen.getByRole("status").textContent;
const show = (...keys: (MessageKey | undefined)[]) => {
  elements = keys.map(
    (key, at) => ({ id: `e${at}`, questionId: `q${at}`, ...(key && { message: { key } }) }) as ElementView,
  );
};
const tryToContinue = () => {
  act(() => status.note({ type: "next" }, {}));
  expect(said()).toBe("");
  act(() => status.summarize());
};

it("is no part of the page before the visitor tries to continue, nor after its run", () => {
  expect(screen.queryByRole("status")).toBeNull();
  tryToContinue();
  act(() => status.stop());
  expect(screen.queryByRole("status")).toBeNull();
});

describe("when the visitor tries to continue, the page says", () => {
  it("how many answers are missing", () => {
    show("required", undefined, "answer_all", "required");
    tryToContinue();
    expect(said()).toBe("3 answers are missing.");
    show("required");
    tryToContinue();
    expect(said()).toBe("1 answer is missing.");
  });

  it("how many are to be checked, if some are wrong", () => {
    show("required", "invalid_email");
    tryToContinue();
    expect(said()).toBe("Please check 2 answers.");
  });

  it("nothing where they are all right, nor while they are mended", () => {
    show("required", "required");
    tryToContinue();
    show("required", undefined);
    act(() => status.note({ type: "answered" }, { changes: [{ id: "e1" }] }));
    expect(said()).toBe("2 answers are missing.");
    show(undefined, undefined);
    tryToContinue();
    expect(said()).toBe("");
  });
});

function Question() {
  return (
    <div data-element="e0">
      <div data-question="q0">
        <input />
        <button type="button">Check</button>
        <p className="field__error" data-testid="error" />
      </div>
    </div>
  );
}

describe("a field", () => {
  const live = () => screen.getByTestId("error").getAttribute("aria-live");

  it("speaks by itself while the visitor is at it", () => {
    const stop = speakWhileTyping();
    render(<Question />);
    const input = screen.getByRole("textbox");
    const button = screen.getByRole("button");
    input.focus();
    expect(live()).toBeNull();
    fireEvent.input(input);
    expect(live()).toBe("polite");
    button.focus();
    expect(live()).toBe("polite");
    button.blur();
    expect(live()).toBeNull();
    stop();
    fireEvent.input(input);
    expect(live()).toBeNull();
  });

  it("speaks of what comes by itself, until the visitor tries to continue elsewhere", () => {
    render(<Question />);
    act(() =>
      status.note({ type: "looked_up" }, { changes: [{ id: "e0", message: { key: "system_error" } }] }),
    );
    expect(live()).toBe("polite");
    act(() => status.note({ type: "next" }, {}));
    expect(live()).toBeNull();
  });

  it("stays the one that speaks while the focus is in it", () => {
    const stop = speakWhileTyping();
    render(<Question />);
    const input = screen.getByRole("textbox");
    input.focus();
    fireEvent.input(input);
    act(() => status.note({ type: "next" }, {}));
    expect(live()).toBe("polite");
    stop();
  });
});
