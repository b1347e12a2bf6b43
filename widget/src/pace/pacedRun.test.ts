import { describe, expect, it, vi } from "vitest";
import { loadEngineForTests } from "../engine/loadForTests";
import type { AnswerInput, FlowEffect, QuestionElement } from "../engine/types";
import { type RunDriver, startFlowRun, startFlowRunBehind } from "../run/flowRun";
import { createPacedRun } from "./pacedRun";
import type { Direction } from "./slide";

vi.stubGlobal("window", {});
const engine = loadEngineForTests();

const question = (id: string, style: string, more: object = {}) => ({
  id,
  type: "question",
  question: { id: `q-${id}`, key: id, style, body: id, ...more },
});
const OPTIONS = [
  { id: "yes", key: "yes", body: "Yes" },
  { id: "no", key: "no", body: "No" },
];
const why = { ...question("why", "textarea"), isVisible: false };
const mood = {
  ...question("mood", "radio", { isRequired: true, options: OPTIONS }),
  triggers: [
    {
      key: "ask-why",
      controlType: "option",
      answerValue: "no",
      scope: "element",
      action: "make_visible",
      targetIds: ["why"],
    },
  ],
};
const FLOW = {
  id: "f",
  languages: [{ code: "en" }, { code: "tr" }],
  states: [
    {
      id: "first",
      nextStateId: "second",
      elements: [mood, why, question("mail", "email"), { id: "go", type: "next_page", body: "Go" }],
    },
    { id: "second", elements: [question("more", "text"), { id: "send", type: "submit", body: "Send" }] },
  ],
};

describe("one question at a time", () => {
  it("goes through the questions of a page, then to the next page, and back the same way", () => {
    const { shown, send, answer, turns } = start();
    expect(shown()).toBe("mood");
    answer("mood", { optionIds: ["yes"] });
    send("next");
    expect(shown()).toBe("mail");
    send("next");
    send("change");
    expect(shown()).toBe("more");
    expect(turns).toEqual(["forward", "forward"]);
    send("back");
    expect(shown()).toBe("mail");
    send("back");
    expect(shown()).toBe("mood");
    expect(turns.slice(2)).toEqual(["back", "back"]);
  });

  it("can go back wherever a question was before", () => {
    const { run, send, answer } = start();
    expect(run.view().canGoBack).toBe(false);
    answer("mood", { optionIds: ["yes"] });
    send("next");
    expect(run.view().canGoBack).toBe(true);
  });

  it("keeps a question that the engine finds something wrong with, and says it", () => {
    const { shown, send, answer, messageOf, effects } = start();
    send("next");
    expect([shown(), messageOf("mood")]).toEqual(["mood", "required"]);
    expect(effects).toContainEqual({ type: "focus", elementId: "mood" });
    answer("mood", { optionIds: ["yes"] });
    send("next");
    answer("mail", { text: "nobody" });
    send("next");
    expect([shown(), messageOf("mail")]).toEqual(["mail", "invalid_email"]);
    answer("mail", { text: "ann@example.com" });
    send("next");
    send("change");
    expect(shown()).toBe("more");
  });

  it("asks what an answer shows, and no more what it hides", () => {
    const { shown, send, answer } = start();
    answer("mood", { optionIds: ["no"] });
    send("next");
    expect(shown()).toBe("why");
    send("next");
    expect(shown()).toBe("mail");
    send("back");
    send("back");
    answer("mood", { optionIds: ["yes"] });
    send("next");
    expect(shown()).toBe("mail");
  });

  it("asks what has appeared before the present question, before the page is left", () => {
    const late = { ...question("late", "text"), isVisible: false };
    const trigger = { ...mood.triggers[0], targetIds: ["late"] };
    const elements = [late, { ...mood, triggers: [trigger] }, { id: "go", type: "next_page", body: "Go" }];
    const { shown, send, answer } = start({ id: "f", states: [{ id: "first", elements }] });
    expect(shown()).toBe("mood");
    answer("mood", { optionIds: ["no"] });
    send("next");
    expect(shown()).toBe("late");
  });

  it("shows what keeps the visitor on the page, without motion", () => {
    const { run, shown, send, answer, turns } = start();
    answer("mood", { optionIds: ["yes"] });
    send("next");
    // As after a look-up, or a change in another tab.
    run.send({ type: "answered", questionId: "q-mood" });
    send("next");
    expect(shown()).toBe("mood");
    expect(turns).toEqual(["forward"]);
  });

  it("keeps its place in another language, and its texts change with those of the page", async () => {
    const { run, shown, send, answer } = start();
    answer("mood", { optionIds: ["yes"] });
    send("next");
    run.send({ type: "language", code: "tr" });
    await vi.waitFor(() => expect(run.view().language).toBe("tr"));
    expect(shown()).toBe("mail");
  });

  it("begins another visitor's run with the first question, without motion", () => {
    const { run, shown, send, answer, turns } = start();
    answer("mood", { optionIds: ["yes"] });
    send("next");
    run.send({ type: "reset" });
    expect(shown()).toBe("mood");
    expect(turns).toEqual(["forward"]);
  });

  it("continues a run that was left with what is unanswered", () => {
    const { run, inner, shown } = start();
    const driver = driverOf();
    driver.session.update({ type: "answered", questionId: "q-mood", answer: { optionIds: ["yes"] } });
    inner.replace(driver);
    expect(shown()).toBe("mail");
    expect(run.view().canGoBack).toBe(true);
  });

  it("knows which question is shown, after those of the pages that were passed", () => {
    const { run, inner, place, send, answer } = start();
    expect(place([])).toEqual({ question: 1, count: 3 });
    answer("mood", { optionIds: ["no"] });
    send("next");
    expect(place([])).toEqual({ question: 2, count: 4 });
    const passed = [inner.view()];
    send("next");
    send("next");
    send("change");
    expect(run.view().stateId).toBe("second more");
    expect(place(passed)).toEqual({ question: 4, count: 4 });
  });

  it("is the same object until something changes", () => {
    const { run, answer } = start();
    const before = run.view();
    run.send({ type: "online" });
    expect(run.view()).toBe(before);
    answer("mood", { optionIds: ["yes"] });
    expect(run.view()).not.toBe(before);
    // The button is not rendered again.
    expect(run.view().elements.at(-1)).toBe(before.elements.at(-1));
  });
});

it("shows an end as it is", () => {
  const { run, send, answer } = start();
  answer("mood", { optionIds: ["yes"] });
  send("next");
  send("next");
  send("change");
  send("next");
  send("change");
  run.send({ type: "submitted", requestId: 1, status: 200, body: { id: "f" } });
  expect(run.view().style).toBe("thank_you");
});

it("ignores a second press while the next question comes", () => {
  const later: (() => void)[] = [];
  const { run, shown, send, answer, current } = start(FLOW, (show) => later.push(show));
  answer("mood", { optionIds: ["yes"] });
  send("next");
  expect([shown(), current()]).toEqual(["mood", undefined]);
  send("next");
  for (const show of later) show();
  expect(shown()).toBe("mail");
  expect(current()?.question?.questionId).toBe("q-mail");
  expect(later).toHaveLength(1);
  expect(run.view().moving).toBe(false);
});

it("waits for the engine, which finds whether the answer is right", async () => {
  const first = driverOf().session.view();
  let arrive = () => {};
  const arrived = new Promise<RunDriver>((resolve) => {
    arrive = () => resolve(driverOf());
  });
  const inner = startFlowRunBehind(
    first,
    () => 0,
    () => arrived,
  );
  const { run } = createPacedRun(inner, SERVICES);
  const shown = () => shownIn(run.view().elements as QuestionElement[]);
  run.send({ type: "answered", questionId: "q-mood", answer: { optionIds: ["yes"] } });
  run.send({ type: "next" });
  expect([shown(), run.engine()]).toEqual(["mood", "awaited"]);
  run.startEngine();
  arrive();
  await vi.waitFor(() => expect(shown()).toBe("mail"));
});

const SERVICES = {
  ahead: { first: { text: 1 } },
  slide: (_: Direction, show: () => void) => show(),
  loadTexts: async () => {},
};

function driverOf(flow: object = FLOW, effects: FlowEffect[] = []): RunDriver {
  const session = engine.startSession(JSON.stringify(flow), { now: 0, node: { id: "n" }, deviceId: "d" });
  return { session, perform: (effect) => effects.push(effect) };
}

function shownIn(elements: QuestionElement[]) {
  return elements.find(({ questionId }) => questionId)?.id;
}

function start(flow: object = FLOW, onSlide = (show: () => void): unknown => show()) {
  const turns: Direction[] = [];
  const effects: FlowEffect[] = [];
  const inner = startFlowRun(driverOf(flow, effects), () => 0);
  const { run, current, place } = createPacedRun(inner, {
    ...SERVICES,
    slide(direction, show) {
      turns.push(direction);
      onSlide(show);
    },
  });
  const elements = () => run.view().elements as QuestionElement[];
  return {
    run,
    inner,
    current,
    place,
    turns,
    effects,
    shown: () => shownIn(elements()),
    messageOf: (id: string) => elements().find((element) => element.id === id)?.message?.key,
    answer: (id: string, answer: AnswerInput) =>
      run.send({ type: "answered", questionId: `q-${id}`, answer }),
    send: (type: "next" | "back" | "change") =>
      run.send(type === "change" ? { type: "timer", timer: "state_change" } : { type }),
  };
}
