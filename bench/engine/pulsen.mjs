// Pulsen's engine through the WebAssembly boundary, as the widget drives it.
import { existsSync, readFileSync } from "node:fs";
import { choices, happyAnswers, measuredAnswer, UNHAPPY } from "./survey.mjs";

const ROOT = new URL("../../", import.meta.url);
const GLUE = new URL("engine-wasm/pkg/engine_wasm.js", ROOT);
if (!existsSync(GLUE)) {
  console.error("engine-wasm/pkg/engine_wasm.js does not exist. `make build` makes it.");
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

/** The survey as a flow. */
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
    states: [...pages.map((page, at) => state(page, at === 0, pages[at + 1])), end],
    transitions: pages.map((page, at) => skipOfNext(page, pages[at + 2])),
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
      ...questions.map((question, at) => element(question, at + 1, questions[at + 1])),
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

/** Two unhappy answers lead past the next page. */
function skipOfNext({ id, skipsNextAfter }, afterNext) {
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

/** How long it takes to read a flow and show its first page, in milliseconds. */
export function showFirstView(text) {
  const begin = performance.now();
  const session = startSession(text);
  const { elements } = session.view();
  const end = performance.now();
  session.free();
  if (elements.length === 0) throw new Error("The first page is empty.");
  return end - begin;
}

/** A visitor on a page of the survey who has answered all of it up to there, ready to go on and back again. */
export function pulsenVisitor(survey, pageAt) {
  const session = startSession(JSON.stringify(pulsenFlow(survey)));
  const [page, next] = survey.pages.slice(pageAt);
  for (const { questions } of survey.pages.slice(0, pageAt + 1)) {
    if (questions !== survey.pages[0].questions) turnPage(session);
    for (const [question, choice] of happyAnswers([{ questions }])) session.step(answered(question, choice));
  }
  expectState(session.view(), page);
  return {
    /** Answers, presses next and waits for the pause, which passes at once; returns the times of the three. */
    goOn(round) {
      const [question, choice] = measuredAnswer(page, round);
      const begin = process.hrtime.bigint();
      session.step(answered(question, choice));
      const hasAnswered = process.hrtime.bigint();
      session.step({ type: "next", at: now() });
      const hasPressed = process.hrtime.bigint();
      const { view } = session.step(PAUSE_OVER());
      const end = process.hrtime.bigint();
      // Fast because nothing happens would be no result.
      expectState(view, next);
      return [end - begin, hasAnswered - begin, hasPressed - hasAnswered, end - hasPressed].map(microseconds);
    },
    goBack(round) {
      const { view } = session.step({ type: "back", at: now() });
      expectState(view, page);
      const shown = view.elements.filter(({ questionId }) => questionId).length;
      const expected = choices(page.questions).length + (round % 2 ? 0 : 1);
      if (shown !== expected) throw new Error(`${shown} questions are shown, ${expected} were expected.`);
    },
  };
}

function turnPage(session) {
  session.step({ type: "next", at: now() });
  session.step(PAUSE_OVER());
}

const PAUSE_OVER = () => ({ type: "timer", timer: "state_change", at: now() });

function answered(question, choice) {
  return { type: "answered", questionId: question.id, answer: { optionIds: [choice.id] }, at: now() };
}

/** A clock as the widget's: whole milliseconds. */
export function now() {
  return Math.round(performance.now());
}

function expectState(view, { id }) {
  if (view?.stateId !== id) throw new Error(`The state ${id} was expected, not ${view?.stateId}.`);
}

export function microseconds(nanoseconds) {
  return Number(nanoseconds) / 1000;
}
