// What it costs that a visitor answers a question and presses "next": the answer is stored, what it shows and hides is
// settled, the page is validated, and the next one comes, as texts to be drawn.
//
// Everybody stands in the middle of the same questionnaire, with every page so far answered, goes on and comes back, in
// turns, so that whatever else the machine does reaches all alike. Going back is not measured.
import { median, printGoals, printTable } from "../stats.mjs";
import { formbricksVisitor } from "./formbricks.mjs";
import { pulsenVisitor } from "./pulsen.mjs";
import { buildSurvey, QUESTIONS_PER_PAGE } from "./survey.mjs";
import { surveyCoreVisitor } from "./survey-core.mjs";

const SIZES = [30, 300, 3000];
const [SMALL, , LARGE] = SIZES;
const GOAL_SMALL = 25;
const GOAL_GROWTH = 1.5;

const ROUNDS = 12;
/** Enough for the compilers of JavaScript and WebAssembly to have done their best. */
const WARM_UP_ROUNDS = 4;
const CONTENDERS = [
  { name: "Pulsen, through WASM", start: pulsenVisitor, moves: () => 500 },
  { name: "Formbricks, its logic alone (a model)", start: formbricksVisitor, moves: (size) => 30_000 / size },
  // Seconds for each round at most: its moves take up to half a second.
  { name: "survey-core", start: surveyCoreVisitor, moves: (size) => Math.ceil(300 / size) },
];
const PARTS = ["the answer", `the press on "next"`, "the end of the pause: the new page"];

const runs = SIZES.flatMap((size) => {
  const survey = buildSurvey(size);
  const pageAt = Math.floor((size / QUESTIONS_PER_PAGE - 1) / 2);
  return CONTENDERS.map(({ name, start, moves }) => ({
    name,
    size,
    visitor: start(survey, pageAt),
    moves: moves(size),
    times: [],
  }));
});

for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
  for (const run of runs) {
    for (let move = 0; move < run.moves; move++) {
      const times = run.visitor.goOn(move + round);
      run.visitor.goBack(move + round);
      if (round >= 0) run.times.push(times);
    }
  }
}

const [ours, ...others] = CONTENDERS.map(({ name }) => name);
const heading = SIZES.map((size) => `${size} questions`);

printTable([
  ["answer plus next, µs (median)", ...heading, `${LARGE} : ${SMALL}`],
  ...[ours, ...others].map((name) => row(name, (size) => time(name, size))),
  ...PARTS.map((part, at) => row(`  of ours: ${part}`, (size) => time(ours, size, at + 1))),
]);
console.log();
printTable([
  ["times as long as Pulsen", ...heading],
  ...others.map((name) => [name, ...SIZES.map((size) => (time(name, size) / time(ours, size)).toFixed(1))]),
]);
console.log();
printGoals([
  { what: `${SMALL} questions`, is: time(ours, SMALL), atMost: GOAL_SMALL, unit: "µs" },
  { what: `${LARGE} questions to ${SMALL}`, is: time(ours, LARGE) / time(ours, SMALL), atMost: GOAL_GROWTH },
]);

function row(name, timeAt) {
  return [name, ...SIZES.map((size) => timeAt(size).toFixed(1)), (timeAt(LARGE) / timeAt(SMALL)).toFixed(2)];
}

/** Of all moves at this size; 0 is the whole, the others are its parts. */
function time(name, size, part = 0) {
  return median(runs.find((run) => run.name === name && run.size === size).times.map((times) => times[part]));
}
