// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bootForTests } from "../boot/bootForTests";
import { loadEngineForTests } from "../engine/loadForTests";
import { watchKeys } from "../pace/keys";
import { createPacedRun } from "../pace/pacedRun";
import { watchChoices } from "../pace/selfAdvance";
import { startFlowRun } from "../run/flowRun";
import { FlowScreen } from "./FlowScreen";
import { createIdleTimer } from "./idleTimer";

const engine = loadEngineForTests();
const stops: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  cleanup();
  vi.useRealTimers();
});

const OPTIONS = ["Good", "Bad"].map((body) => ({ id: body, key: body, body }));
const OTHER = { id: "other", key: "other", body: "Other", asksForText: true };

it("a press on an answer leads on after 250 ms, also on the one that is selected", () => {
  show(["radio", { options: OPTIONS }]);
  fireEvent.click(screen.getByLabelText("Bad"));
  pass(249);
  expect(asked()).toBe("first");
  pass(1);
  expect(asked()).toBe("last");

  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(asked()).toBe("first");
  pass(1_000);
  expect(asked()).toBe("first");
  fireEvent.click(screen.getByLabelText("Bad"));
  pass(250);
  expect(asked()).toBe("last");
});

it("arrow keys only move, and Enter leads on", () => {
  show(["radio", { options: OPTIONS }]);
  const good = screen.getByLabelText("Good");
  fireEvent.keyDown(good, { key: "ArrowDown" });
  fireEvent.click(screen.getByLabelText("Bad"));
  pass(1_000);
  expect(asked()).toBe("first");
});

it("another act holds the question back", () => {
  show(["radio", { options: OPTIONS }]);
  fireEvent.click(screen.getByLabelText("Bad"));
  pass(200);
  fireEvent.pointerDown(document.body);
  pass(1_000);
  expect(asked()).toBe("first");
});

it("an option that asks for a text waits for it", () => {
  show(["radio", { options: [...OPTIONS, OTHER] }]);
  fireEvent.click(screen.getByLabelText("Other"));
  pass(1_000);
  expect(asked()).toBe("first");
});

it("letters and digits choose options while the focus is on the page or in the question", () => {
  show(["radio", { options: OPTIONS }]);
  const isBad = () => screen.getByLabelText<HTMLInputElement>("Bad").checked;
  fireEvent.keyDown(document.body, { key: "b" });
  fireEvent.keyDown(screen.getByRole("button", { name: "Next" }), { key: "b" });
  fireEvent.keyDown(page(), { key: "b", ctrlKey: true });
  fireEvent.keyDown(page(), { key: "c" });
  expect(isBad()).toBe(false);
  fireEvent.keyDown(page(), { key: "b" });
  expect(isBad()).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText("Bad"));
  fireEvent.keyDown(screen.getByLabelText("Bad"), { key: "1" });
  expect(isBad()).toBe(false);
  // On a Russian keyboard.
  fireEvent.keyDown(page(), { key: "и", code: "KeyB" });
  expect(isBad()).toBe(true);
  pass(250);
  expect(asked()).toBe("last");
});

it("letters that are typed stay in their field", () => {
  show(["checklist", { options: [...OPTIONS, OTHER] }]);
  fireEvent.keyDown(page(), { key: "c" });
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "a" });
  expect(screen.getByLabelText<HTMLInputElement>("Good").checked).toBe(false);
  // Several can be chosen, so that a choice is no end.
  pass(1_000);
  expect(asked()).toBe("first");
});

it("digits choose a number, two of them 10, and Enter on the page leads on", () => {
  show(["score", {}]);
  fireEvent.keyDown(page(), { key: "1" });
  pass(900);
  expect(asked()).toBe("first");
  fireEvent.keyDown(page(), { key: "0" });
  expect(screen.getByLabelText<HTMLInputElement>("10").checked).toBe(true);
  pass(250);
  expect(asked()).toBe("last");
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  fireEvent.keyDown(page(), { key: "Enter" });
  expect(asked()).toBe("last");
});

function page() {
  return document.querySelector(".page") as HTMLElement;
}

function asked() {
  return document.querySelector<HTMLElement>("[data-question]")?.dataset.question;
}

function pass(ms: number) {
  act(() => void vi.advanceTimersByTime(ms));
}

/** Shows a question of this style, and another one after it. */
function show([style, more]: [string, object]) {
  const elements = [
    { id: "e-first", type: "question", question: { id: "first", style, body: "First?", ...more } },
    { id: "e-last", type: "question", question: { id: "last", style: "text", body: "Last?" } },
    { id: "send", type: "submit", body: "Send" },
  ];
  const flow = { id: "f", languages: [{ code: "en" }], states: [{ id: "s", elements }] };
  const session = engine.startSession(JSON.stringify(flow), { now: 0, node: { id: "n" }, deviceId: "d" });
  const paced = createPacedRun(
    startFlowRun({ session, perform: () => {} }, () => 0),
    { ahead: undefined, slide: (_, update) => update(), loadTexts: async () => {} },
  );
  render(<FlowScreen boot={bootForTests()} run={paced.run} idleTimer={createIdleTimer(() => true)} />);
  const choices = watchChoices(document, paced);
  stops.push(choices.stop, watchKeys(document, paced, choices));
}
