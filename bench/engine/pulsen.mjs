// Pulsen's engine in WebAssembly, called as the widget calls it.
import { existsSync, readFileSync } from "node:fs";
import { choices, happyAnswers, measuredAnswer, UNHAPPY } from "./survey.mjs";

const ROOT = new URL("../../", import.meta.url);
const GLUE = new URL("engine-wasm/pkg/engine_wasm.js", ROOT);
if (!existsSync(GLUE)) {
  console.error("engine-wasm/pkg/engine_wasm.js does not exist. Build it with `make build`.");
  process.exit(1);
}
const { FlowSession, initSync } = await import(GLUE);
initSync({ module: readFileSync(new URL("engine-wasm/pkg/engine_wasm_bg.wasm", ROOT)) });

const CONTEXT = {
  node: { id: "bench" },
  deviceId: "00000000-0000-4000-8000-000000000000",
  now: 1_700_000_000_000,
  query: {},
};

export function startSession(flowText) {
  return new FlowSession(flowText, CONTEXT);
}

/** Returns the survey as a flow. */
export function pulsenFlow({ id, title, pages }) {
  const end = {
    id: "end",
    name: "Thanks",
    style: "thank_you",
    elements: [label("thanks", "Thank you!", "Teşekkürler!")],
  };
  return {
    id,
    revision: 1,
    name: title,
    languages: [
      { id: "l1", code: "en", name: "English" },
      { id: "l2", code: "tr", name: "Türkçe" },
    ],
    defaultLanguageId: "l1",
    states: [...pages.map((page, index) => state(page, index === 0, pages[index + 1])), end],
    transitions: pages.map((page, index) => skipTransition(page, pages[index + 2])),
  };
}

function state({ id, name, questions }, isInitialState, next) {
  return {
    id,
    name,
    style: "normal",
    isInitialState,
    nextStateId: next?.id ?? "end",
    elements: [
      ...questions.map((question, index) => element(question, index + 1, questions[index + 1])),
      { id: `${id}-next`, type: "next_page", order: questions.length + 1, body: { en: "Next", tr: "İleri" } },
    ],
  };
}

function element(
  { id, elementId, name, title, description, placeholder, isRequired, choices, maxLength, shownBy },
  order,
  next,
) {
  const triggers = choices && [
    {
      key: `${name}-${UNHAPPY}`,
      controlType: "option",
      answerValue: UNHAPPY,
      scope: "element",
      action: "make_visible",
      targetIds: [next.elementId],
    },
  ];
  return {
    id: elementId,
    type: "question",
    order,
    isVisible: !shownBy,
    question: {
      id,
      key: name,
      style: choices ? "radio" : "textarea",
      body: title,
      description,
      ...(placeholder && { placeholder }),
      isRequired,
      ...(choices && { options: choices.map(({ id, key, label }) => ({ id, key, body: label })) }),
      ...(maxLength && { maxResponseLength: maxLength }),
    },
    ...(triggers && { triggers }),
  };
}

/** Returns the transition that skips the next page after two unhappy answers. */
function skipTransition({ id, skipsNextAfter }, afterNext) {
  return {
    fromStateId: id,
    toStateId: afterNext?.id ?? "end",
    rules: skipsNextAfter.map(({ elementId, choices }) => ({
      elementId,
      operator: "option",
      optionIds: [choices.find(({ key }) => key === UNHAPPY).id],
    })),
  };
}

function label(id, en, tr) {
  return { id, type: "label", order: 1, body: { en, tr } };
}

/** Returns the time to parse a flow and return its first view, in milliseconds. */
export function timeFirstView(text) {
  const begin = performance.now();
  const session = startSession(text);
  const { elements } = session.view();
  const end = performance.now();
  session.free();
  if (elements.length === 0) throw new Error("The first page is empty.");
  return end - begin;
}

/** Returns a visitor on a page of the survey who has answered everything so far and can move on and back. */
export function pulsenVisitor(survey, pageIndex) {
  const session = startSession(JSON.stringify(pulsenFlow(survey)));
  const [page, next] = survey.pages.slice(pageIndex);
  for (const { questions } of survey.pages.slice(0, pageIndex + 1)) {
    if (questions !== survey.pages[0].questions) turnPage(session);
    for (const [question, choice] of happyAnswers([{ questions }]))
      session.update(answered(question, choice));
  }
  expectState(session.view(), page);
  return {
    /** Answers, presses "next" and ends the delay at once. Returns the total time and the times of the three. */
    goNext(round) {
      const [question, choice] = measuredAnswer(page, round);
      const begin = process.hrtime.bigint();
      session.update(answered(question, choice));
      const answeredAt = process.hrtime.bigint();
      session.update({ type: "next", at: now() });
      const pressedAt = process.hrtime.bigint();
      const { view } = session.update(delayEnded());
      const end = process.hrtime.bigint();
      // Fails if the figures are low because nothing happened.
      expectState(view, next);
      return [end - begin, answeredAt - begin, pressedAt - answeredAt, end - pressedAt].map(microseconds);
    },
    goBack(round) {
      const { view } = session.update({ type: "back", at: now() });
      expectState(view, page);
      const shown = view.elements.filter(({ questionId }) => questionId).length;
      const expected = choices(page.questions).length + (round % 2 ? 0 : 1);
      if (shown !== expected) throw new Error(`${shown} questions are shown, ${expected} were expected.`);
    },
  };
}

function turnPage(session) {
  session.update({ type: "next", at: now() });
  session.update(delayEnded());
}

const delayEnded = () => ({ type: "timer", timer: "state_change", at: now() });

function answered(question, choice) {
  return { type: "answered", questionId: question.id, answer: { optionIds: [choice.id] }, at: now() };
}

/** Returns the time in whole milliseconds, like the widget's clock. */
export function now() {
  return Math.round(performance.now());
}

function expectState(view, { id }) {
  if (view?.stateId !== id) throw new Error(`The state ${id} was expected, not ${view?.stateId}.`);
}

export function microseconds(nanoseconds) {
  return Number(nanoseconds) / 1000;
}
