// What one answer costs through the WASM boundary, in a small and in a large flow. The engine indexes a flow
// once, so an answer should cost what it touches: the two times should be alike.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, printTable } from "./stats.mjs";

const SIZES = [30, 3000];
const QUESTIONS_PER_PAGE = 10;
const ROUNDS = 60;
const WARM_UP_ROUNDS = 10;
const ANSWERS_PER_ROUND = 100;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const GLUE = "engine-wasm/pkg/engine_wasm.js";
if (!existsSync(GLUE)) {
  console.error(`${GLUE} does not exist. \`make build\` makes it.`);
  process.exit(1);
}
const { FlowSession, initSync } = await import(`../${GLUE}`);
initSync({ module: readFileSync("engine-wasm/pkg/engine_wasm_bg.wasm") });

const runs = SIZES.flatMap((size) => {
  const flow = JSON.stringify(generatedFlow(size));
  const pages = size / QUESTIONS_PER_PAGE;
  return [
    { size, place: "first page", page: 0, session: sessionOnPage(flow, 0), times: [] },
    { size, place: "last page", page: pages - 1, session: sessionOnPage(flow, pages - 1), times: [] },
  ];
});

for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
  // In turns, so that whatever else the machine does reaches all of them alike.
  for (const run of runs) {
    const microseconds = timeAnswers(run);
    if (round >= WARM_UP_ROUNDS) run.times.push(microseconds);
  }
}

printTable([
  ["one answer, µs (median)", ...SIZES.map((size) => `${size} questions`), "ratio"],
  ...["first page", "last page"].map((place) => {
    const [small, large] = SIZES.map((size) =>
      median(runs.find((run) => run.size === size && run.place === place).times),
    );
    return [`on the ${place}`, small.toFixed(1), large.toFixed(1), (large / small).toFixed(2)];
  }),
]);

/** Pages of radio questions. Each odd one shows the next when answered "bad", so that answers in turn show and hide. */
function generatedFlow(size) {
  const states = Array.from({ length: size / QUESTIONS_PER_PAGE }, (_, page) => ({
    id: `s${page}`,
    name: `Page ${page}`,
    style: "normal",
    isInitialState: page === 0,
    nextStateId: `s${page + 1}`,
    elements: [
      ...Array.from({ length: QUESTIONS_PER_PAGE }, (_, index) => questionElement(page, index)),
      { id: `next${page}`, type: "next_page", order: QUESTIONS_PER_PAGE + 1, body: { en: "Next" } },
    ],
  }));
  const end = {
    id: `s${states.length}`,
    name: "Thanks",
    style: "thank_you",
    elements: [{ id: "thanks", type: "label", order: 1, body: { en: "Thank you!" } }],
  };
  return {
    id: `flow-${size}`,
    revision: 1,
    name: `${size} questions`,
    languages: [{ id: "l1", code: "en", name: "English" }],
    defaultLanguageId: "l1",
    states: [...states, end],
    transitions: [],
  };
}

function questionElement(page, index) {
  const number = page * QUESTIONS_PER_PAGE + index;
  const shows = index % 2 === 0;
  return {
    id: `e${number}`,
    type: "question",
    order: index + 1,
    isVisible: shows,
    question: {
      id: `q${number}`,
      key: `question_${number}`,
      style: "radio",
      body: { en: `How was number ${number}?` },
      options: ["good", "fair", "bad"].map((key) => ({ id: optionId(number, key), key, body: { en: key } })),
    },
    triggers: shows
      ? [
          {
            key: `t${number}`,
            controlType: "option",
            answerValue: "bad",
            scope: "element",
            action: "make_visible",
            targetIds: [`e${number + 1}`],
          },
        ]
      : [],
  };
}

function optionId(number, key) {
  return `q${number}-${key}`;
}

function sessionOnPage(flow, page) {
  const session = new FlowSession(flow, {
    node: { id: "bench" },
    deviceId: "00000000-0000-4000-8000-000000000000",
    now: 0,
    query: {},
  });
  let at = 0;
  for (let reached = 0; reached < page; reached++) {
    at += 1000;
    session.step(answered(reached * QUESTIONS_PER_PAGE, "good", at));
    session.step({ type: "next", at });
    at += 1000;
    session.step({ type: "timer", timer: "state_change", at });
  }
  // Fast because nothing happens would be no result.
  const reached = session.view().stateId;
  if (reached !== `s${page}`) throw new Error(`The walk to page ${page} ended in the state ${reached}.`);
  return session;
}

function timeAnswers({ page, session }) {
  const first = page * QUESTIONS_PER_PAGE;
  const events = Array.from({ length: ANSWERS_PER_ROUND }, (_, index) =>
    // The page's visible questions in turn; each meets "bad" and "good" alternately.
    answered(
      first + ((index * 2) % QUESTIONS_PER_PAGE),
      Math.floor((index * 2) / QUESTIONS_PER_PAGE) % 2 ? "good" : "bad",
      1e9,
    ),
  );
  const begin = process.hrtime.bigint();
  for (const event of events) session.step(event);
  return Number(process.hrtime.bigint() - begin) / 1000 / ANSWERS_PER_ROUND;
}

function answered(number, key, at) {
  return {
    type: "answered",
    questionId: `q${number}`,
    answer: { optionIds: [optionId(number, key)] },
    at,
  };
}
