// How long it takes from a definition's JSON text to the first page as texts to be drawn, and whether that grows in
// proportion to the questions. Everybody gets the same questionnaire with all its logic, each in its own format.
import { median, printGoals, printTable } from "../stats.mjs";
import { pulsenFlow, showFirstView } from "./pulsen.mjs";
import { buildSurvey } from "./survey.mjs";
import { showFirstPage, surveyCoreJson } from "./survey-core.mjs";

const SIZES = [30, 300, 3000];
const LARGE = 3000;
const GOAL_MS = 50;
/** µs for each question, of one size to the one before: what grows in proportion keeps them. */
const GOAL_GROWTH = 1.5;

const ROUNDS = 3;
const CONTENDERS = [
  { name: "Pulsen, through WASM", write: pulsenFlow, show: showFirstView, times: (size) => 9000 / size },
  // Seconds for each of the large ones.
  { name: "survey-core", write: surveyCoreJson, show: showFirstPage, times: (size) => Math.ceil(150 / size) },
];

const runs = SIZES.flatMap((size) => {
  const survey = buildSurvey(size);
  return CONTENDERS.map(({ name, write, show, times }) => ({
    name,
    size,
    text: JSON.stringify(write(survey)),
    show,
    repeats: times(size),
    times: [],
  }));
});

// The first round, which warms the compilers up, does not count.
for (let round = -1; round < ROUNDS; round++) {
  for (const run of runs) {
    for (let repeat = 0; repeat < run.repeats; repeat++) {
      const ms = run.show(run.text);
      if (round >= 0) run.times.push(ms);
    }
  }
}

const [ours] = CONTENDERS.map(({ name }) => name);
const heading = SIZES.map((size) => `${size} questions`);

printTable([
  ["JSON text to the first view, ms (median)", ...heading],
  ...rows("", (name, size) => time(name, size).toFixed(2)),
  ...rows(", µs for each question", (name, size) => eachQuestion(name, size).toFixed(1)),
  ...rows(", MB of JSON", (name, size) => (Buffer.byteLength(find(name, size).text) / 1e6).toFixed(3)),
]);
console.log();
printTable([
  ["times as long as Pulsen", ...heading],
  ...CONTENDERS.slice(1).map(({ name }) => [
    name,
    ...SIZES.map((size) => (time(name, size) / time(ours, size)).toFixed(1)),
  ]),
]);
console.log();
printGoals([
  { what: `${LARGE} questions`, is: time(ours, LARGE), atMost: GOAL_MS, unit: "ms" },
  ...SIZES.slice(1).map((size, at) => ({
    what: `each question at ${size} to one at ${SIZES[at]}`,
    is: eachQuestion(ours, size) / eachQuestion(ours, SIZES[at]),
    atMost: GOAL_GROWTH,
  })),
]);

function rows(more, cell) {
  return CONTENDERS.map(({ name }) => [`${name}${more}`, ...SIZES.map((size) => cell(name, size))]);
}

function find(name, size) {
  return runs.find((run) => run.name === name && run.size === size);
}

function time(name, size) {
  return median(find(name, size).times);
}

function eachQuestion(name, size) {
  return (time(name, size) * 1000) / size;
}
