// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { QuestionElement, Style } from "../engine/types";
import { kindOf, loadKinds } from "./kind";

beforeAll(() => loadKinds({ styles: ["matrix"] }));
beforeEach(() => vi.stubGlobal("ResizeObserver", StillObserver));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const onAnswer = vi.fn();
const onDone = vi.fn();
const AB = [option("a", "Apples"), option("b", "Beans"), option("c", "Corn")];

describe("a typed number", () => {
  it.each<Style>(["numeric", "age", "custom_score"])("of the style %s is sent as a number", (style) => {
    const rerender = ask({ style });
    fill("42");
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 42 });
    rerender({ style, answer: { number: 42 } });
    fill("");
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });

  it.each([
    ["1,5", 1.5],
    ["-3", -3],
    ["٤٢", 42],
    ["12 kg", 12],
    [".5", 0.5],
  ])("is read from %s", (typed, number) => {
    ask({ style: "numeric" });
    fill(typed);
    expect(onAnswer).toHaveBeenLastCalledWith({ number });
  });

  it.each(["-", "abc", "1,000.5", "1-2"])("is none in %s", (typed) => {
    ask({ style: "numeric", answer: { number: 7 } });
    fill(typed);
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });

  it("stays as typed while it is written, and then stands as it was understood", () => {
    const rerender = ask({ style: "numeric" });
    fill("1.");
    rerender({ style: "numeric", answer: { number: 1 } });
    expect(control().value).toBe("1.");
    fireEvent.blur(control());
    expect(control().value).toBe("1");
  });
});

describe("a slider", () => {
  it("has no answer until it is touched, also where its thumb waits", () => {
    ask({ style: "slider", min: 0, max: 100 });
    const slider = screen.getByRole("slider", { name: "Well?" });
    expect(slider.getAttribute("aria-valuetext")).toBe("No answer yet");
    expect(onAnswer).not.toHaveBeenCalled();
    fireEvent.click(slider);
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 50 });
  });

  it("says what its ends mean", () => {
    ask({ style: "slider", min: 0, max: 10, maxLabel: "Sure", answer: { number: 10 } });
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("10, Sure");
    fireEvent.change(screen.getByRole("slider"), { target: { value: "4" } });
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 4 });
  });
});

describe("a scale", () => {
  it("of stars is a group of radio buttons that tell their count", () => {
    ask({ style: "star", min: 1, max: 5, minLabel: "Poor", required: true });
    expect(screen.getByRole("radiogroup", { name: /Well/ }).getAttribute("aria-required")).toBe("true");
    expect(screen.getByRole("radio", { name: "1 of 5, Poor" })).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "4 of 5" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 4 });
  });

  it("of the flow's own has its steps, without the dust of fractions", () => {
    ask({ style: "custom_score", min: 0, max: 0.5, step: 0.1 });
    const names = screen.getAllByRole("radio").map((radio) => radio.getAttribute("aria-label"));
    expect(names).toEqual(["0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
  });

  it("that is too long to choose from is typed", () => {
    ask({ style: "custom_score", min: 0, max: 21 });
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

describe("a dropdown", () => {
  it("sends the chosen option, and nothing for none", () => {
    ask({ style: "dropdown", options: AB });
    const select = screen.getByRole("combobox", { name: "Well?" });
    expect(within(select).getAllByRole("option")[0]?.textContent).toBe("Please Select");
    fireEvent.change(select, { target: { value: "b" } });
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["b"] });
    fireEvent.change(select, { target: { value: "" } });
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });

  it("that allows several is an open list", () => {
    ask({ style: "dropdown", options: AB, multiSelect: true });
    expect(screen.getAllByRole("checkbox")).toHaveLength(3);
  });
});

it.each<Style>(["gender", "dynamic_multiple_choice", "customer_schema"])(
  "%s is one of its options",
  (style) => {
    ask({ style, options: AB });
    fireEvent.click(screen.getByRole("radio", { name: "Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["b"] });
  },
);

it("dynamic_multiple_value is any of them", () => {
  ask({ style: "dynamic_multiple_value", options: AB, answer: { optionIds: ["a"] } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Beans" }));
  expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["a", "b"] });
});

it.each<Style>(["external_id", "customer_schema"])("%s without options is a text", (style) => {
  ask({ style });
  fill("K-7");
  expect(onAnswer).toHaveBeenLastCalledWith({ text: "K-7" });
});

it("a day is sent as ISO date, and cleared", () => {
  ask({ style: "datepicker", answer: { date: "2026-11-20" } });
  const input = screen.getByLabelText("Well?");
  fireEvent.change(input, { target: { value: "2026-11-21" } });
  expect(onAnswer).toHaveBeenLastCalledWith({ date: "2026-11-21" });
  fireEvent.change(input, { target: { value: "" } });
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

it("a telephone number is sent without what helps to read it, which stays on the page", () => {
  const rerender = ask({ style: "phone_number" });
  fill("0090 (532) 123-45 67");
  expect(onAnswer).toHaveBeenLastCalledWith({ phone: "+905321234567" });
  rerender({ style: "phone_number", answer: { phone: "+905321234567" } });
  expect(control().value).toBe("0090 (532) 123-45 67");
  fill(" ");
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

it("a name has two fields in one group", () => {
  ask({ style: "naming", answer: { fields: { name: "Ada", surname: "" } } });
  const group = within(screen.getByRole("group", { name: "Well?" }));
  const [given, family] = group.getAllByRole<HTMLInputElement>("textbox");
  expect([given?.autocomplete, family?.autocomplete]).toEqual(["given-name", "family-name"]);
  fireEvent.change(group.getByLabelText("Last name"), { target: { value: "Lovelace" } });
  expect(onAnswer).toHaveBeenLastCalledWith({ fields: { name: "Ada", surname: "Lovelace" } });
  fireEvent.change(group.getByLabelText("First name"), { target: { value: "" } });
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

it("an agreement is a box with the question as its label; unchecked it is no answer", () => {
  const rerender = ask({ style: "agreement", required: true, error: "Please do" });
  const box = screen.getByRole("checkbox", { name: /Well/ });
  expect(box.getAttribute("aria-required")).toBe("true");
  expect(document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Please do");
  fireEvent.click(box);
  expect(onAnswer).toHaveBeenLastCalledWith({ checked: true });
  rerender({ style: "agreement", answer: { checked: true } });
  fireEvent.click(box);
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

describe("a ranking", () => {
  it("gives the next place at a tap, says so, and goes on to the next option", () => {
    const rerender = ask({ style: "ranking", options: AB });
    fireEvent.click(screen.getByRole("button", { name: "Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ ranking: ["b"] });
    expect(screen.getByRole("status").textContent).toBe("Beans: place 1 of 3");
    rerender({ style: "ranking", options: AB, answer: { ranking: ["b"] } });
    expect(document.activeElement?.textContent).toBe("Corn");
  });

  it("is changed by buttons and arrow keys; the focus stays with the option that moves", () => {
    const rerender = ask({ style: "ranking", options: AB, answer: { ranking: ["a", "b", "c"] } });
    fireEvent.click(screen.getByRole("button", { name: "Move down: Apples" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ ranking: ["b", "a", "c"] });
    rerender({ style: "ranking", options: AB, answer: { ranking: ["b", "a", "c"] } });
    const moved = screen.getByRole("button", { name: "Move down: Apples" });
    expect(document.activeElement).toBe(moved);
    fireEvent.keyDown(moved, { key: "ArrowUp" });
    expect(onAnswer).toHaveBeenLastCalledWith({ ranking: ["a", "b", "c"] });
  });

  it("goes no further than its ends", () => {
    ask({ style: "ranking", options: AB, answer: { ranking: ["a", "b"] } });
    const up = screen.getByRole("button", { name: "Move up: Apples" });
    expect(up.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(up);
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it("without any place is no answer", () => {
    ask({ style: "ranking", options: AB, answer: { ranking: ["a"] } });
    fireEvent.click(screen.getByRole("button", { name: "Remove: Apples" }));
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });
});

describe("a matrix", () => {
  const statements = [statement("s", "Soup"), statement("t", "Tea")];
  const matrix = { style: "matrix", options: AB, statements } as const;

  it("is a table where there is room, each cell named by its row and column", () => {
    wide();
    ask({ ...matrix, matrixForm: "other" });
    expect(screen.getByRole("rowheader", { name: "Soup" }).getAttribute("scope")).toBe("row");
    fireEvent.click(screen.getByRole("radio", { name: "Soup: Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { s: ["b"] } });
  });

  it("is a group for each statement where there is none", () => {
    ask({ ...matrix, matrixForm: "other", answer: { matrix: { s: ["b"] } } });
    fireEvent.click(within(screen.getByRole("group", { name: "Tea" })).getByRole("radio", { name: "Corn" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { s: ["b"], t: ["c"] } });
  });

  it("clears what is unchecked", () => {
    wide();
    ask({ ...matrix, matrixForm: "other", multiSelect: true, answer: { matrix: { s: ["b"] } } });
    fireEvent.click(screen.getByRole("checkbox", { name: "Soup: Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });

  it("shows the options of its own that a statement has", () => {
    wide();
    const own = { ...statement("m", "Milk"), options: [option("o", "Oat")] };
    ask({ ...matrix, matrixForm: "conjoint", statements: [...statements, own] });
    expect(within(screen.getByRole("group", { name: "Milk" })).getAllByRole("radio")).toHaveLength(1);
  });

  it.each(["wide", "narrow"])("says most and least of one statement each: %s", (room) => {
    if (room === "wide") wide();
    ask({ ...matrix, matrixForm: "maxdiff", answer: { matrix: { s: ["a"] } } });
    const name = room === "wide" ? "Tea: Apples" : "Tea";
    const place = room === "wide" ? screen : within(screen.getByRole("group", { name: "Apples" }));
    fireEvent.click(place.getByRole("radio", { name }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { t: ["a"] } });
  });
});

describe("what asks nothing", () => {
  it("is not there at random", () => {
    ask({ style: "random", options: AB });
    expect(document.body.textContent).toBe("");
  });

  it("links to web pages only", () => {
    ask({ style: "link", text: "https://example.org/a" });
    expect(screen.getByRole("link").getAttribute("href")).toBe("https://example.org/a");
    cleanup();
    ask({ style: "link", text: "javascript:alert(1)" });
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByText("javascript:alert(1)")).toBeTruthy();
  });
});

describe("a look-up", () => {
  it("starts at Enter, and when a changed text is left", () => {
    const rerender = ask({ style: "dynamic_request", answer: { text: "A-1" } });
    fireEvent.keyDown(control(), { key: "Enter" });
    fireEvent.blur(control());
    expect(onDone).toHaveBeenCalledTimes(1);
    rerender({ style: "dynamic_request", answer: { text: "A-2" } });
    fireEvent.blur(control());
    expect(onDone).toHaveBeenCalledTimes(2);
  });

  it("is said to be on its way", () => {
    ask({ style: "dynamic_request", loading: true });
    expect(control().getAttribute("aria-busy")).toBe("true");
    expect(screen.getByRole("status").textContent).toBe("Loading…");
  });
});

it("what the server does not serve yet is an error", () => {
  expect(() => kindOf("screenshot")).toThrow(/"screenshot" cannot be asked/);
});

type Given = Partial<QuestionElement> & { style: Style; error?: string };

/** Renders a question; returns the way to render it with what the engine made of an act. */
function ask(given: Given): (given: Given) => void {
  const { rerender } = render(<Asked {...given} />);
  return (given) => rerender(<Asked {...given} />);
}

function Asked({ error, ...given }: Given) {
  const Kind = kindOf(given.style);
  const question: QuestionElement = {
    id: "e",
    type: "question",
    text: "Well?",
    questionId: "q",
    required: false,
    multiSelect: false,
    options: [],
    ...given,
  };
  return <Kind question={question} error={error} onAnswer={onAnswer} onDone={onDone} />;
}

function control(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>("textbox");
}

function fill(value: string) {
  fireEvent.change(control(), { target: { value } });
}

function option(id: string, label: string) {
  return { id, label };
}

function statement(id: string, label: string) {
  return { id, label, options: [] };
}

function wide() {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
}

class StillObserver {
  observe() {}
  disconnect() {}
}
