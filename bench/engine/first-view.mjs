// Measures the time from the JSON text of a questionnaire to its first page as texts to render, and whether it grows
// linearly with the number of questions. All contenders get the same questionnaire with its logic, in their own format.
import { median, printGoals, printTable } from "../stats.mjs";
import { pulsenFlow, timeFirstView } from "./pulsen.mjs";
import { buildSurvey } from "./survey.mjs";
import { surveyCoreJson, timeFirstPage } from "./survey-core.mjs";

const SIZES = [30, 300, 3000];
const LARGE = 3000;
const GOAL_MS = 50;
/** The limit for the growth of the time per question from one size to the next. Linear growth has a ratio of 1. */
const GOAL_GROWTH = 1.5;

const ROUNDS = 3;
const CONTENDERS = [
  { name: "Pulsen, through WASM", write: pulsenFlow, measure: timeFirstView, times: (size) => 9000 / size },
  // Few repeats, because the large ones take seconds.
  {
    name: "survey-core",
    write: surveyCoreJson,
    measure: timeFirstPage,
    times: (size) => Math.ceil(150 / size),
  },
];

const runs = SIZES.flatMap((size) => {
  const survey = buildSurvey(size);
  return CONTENDERS.map(({ name, write, measure, times }) => ({
    name,
    size,
    text: JSON.stringify(write(survey)),
    measure,
    repeats: times(size),
    times: [],
  }));
});

// The first round is a warm-up for the compilers.
for (let round = -1; round < ROUNDS; round++) {
  for (const run of runs) {
    for (let repeat = 0; repeat < run.repeats; repeat++) {
      const ms = run.measure(run.text);
      if (round >= 0) run.times.push(ms);
    }
  }
}

const [ours] = CONTENDERS.map(({ name }) => name);
const heading = SIZES.map((size) => `${size} questions`);

printTable([
  ["JSON text to the first view, ms (median)", ...heading],
  ...rows("", (name, size) => time(name, size).toFixed(2)),
  ...rows(", µs per question", (name, size) => timePerQuestion(name, size).toFixed(1)),
  ...rows(", MB of JSON", (name, size) => (Buffer.byteLength(find(name, size).text) / 1e6).toFixed(3)),
]);
console.log();
printTable([
  ["ratio to Pulsen", ...heading],
  ...CONTENDERS.slice(1).map(({ name }) => [
    name,
    ...SIZES.map((size) => (time(name, size) / time(ours, size)).toFixed(1)),
  ]),
]);
console.log();
printGoals([
  { name: `${LARGE} questions`, value: time(ours, LARGE), goal: GOAL_MS, unit: "ms" },
  ...SIZES.slice(1).map((size, index) => ({
    name: `time per question at ${size} to ${SIZES[index]}`,
    value: timePerQuestion(ours, size) / timePerQuestion(ours, SIZES[index]),
    goal: GOAL_GROWTH,
  })),
]);

function rows(suffix, cell) {
  return CONTENDERS.map(({ name }) => [`${name}${suffix}`, ...SIZES.map((size) => cell(name, size))]);
}

function find(name, size) {
  return runs.find((run) => run.name === name && run.size === size);
}

function time(name, size) {
  return median(find(name, size).times);
}

function timePerQuestion(name, size) {
  return (time(name, size) * 1000) / size;
}
