// Measures the cost of an answer followed by "next": the answer is stored, its triggers are applied, the page is
// validated, and the next page is returned as texts to render.
//
// Each contender is in the middle of the same questionnaire with all pages so far answered, moves to the next page and
// back. They alternate, so that other load on the machine affects all of them. Moving back is not measured.
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
/** Enough for the JavaScript and WebAssembly compilers to optimize the code. */
const WARM_UP_ROUNDS = 4;
const CONTENDERS = [
  { name: "Pulsen, through WASM", start: pulsenVisitor, moves: () => 500 },
  { name: "Formbricks, its logic alone (a model)", start: formbricksVisitor, moves: (size) => 30_000 / size },
  // Few moves, because each takes up to half a second.
  { name: "survey-core", start: surveyCoreVisitor, moves: (size) => Math.ceil(300 / size) },
];
const PARTS = ["answer", `"next"`, "end of the delay: next page"];

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
      const times = run.visitor.goNext(move + round);
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
  ...PARTS.map((part, index) => row(`  Pulsen: ${part}`, (size) => time(ours, size, index + 1))),
]);
console.log();
printTable([
  ["ratio to Pulsen", ...heading],
  ...others.map((name) => [name, ...SIZES.map((size) => (time(name, size) / time(ours, size)).toFixed(1))]),
]);
console.log();
printGoals([
  { name: `${SMALL} questions`, value: time(ours, SMALL), goal: GOAL_SMALL, unit: "µs" },
  { name: `${LARGE} questions to ${SMALL}`, value: time(ours, LARGE) / time(ours, SMALL), goal: GOAL_GROWTH },
]);

function row(name, timeAt) {
  return [name, ...SIZES.map((size) => timeAt(size).toFixed(1)), (timeAt(LARGE) / timeAt(SMALL)).toFixed(2)];
}

/** Returns the median over all moves at this size. Part 0 is the total, the others are its parts. */
function time(name, size, part = 0) {
  return median(runs.find((run) => run.name === name && run.size === size).times.map((times) => times[part]));
}
