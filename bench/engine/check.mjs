// Measures the check of a flow in WebAssembly, as an editor runs it after each change, beside the least that a page does with
// the same text: parse the JSON, and start the engine's session.
import { existsSync, readFileSync } from "node:fs";
import { median, printGoals, printTable } from "../stats.mjs";
import { pulsenFlow, timeFirstView } from "./pulsen.mjs";
import { buildSurvey } from "./survey.mjs";

const ROOT = new URL("../../", import.meta.url);
const GLUE = new URL("engine-wasm/check/pkg/check_wasm.js", ROOT);
if (!existsSync(GLUE)) {
  console.error("engine-wasm/check/pkg/check_wasm.js does not exist. `make bench` makes it.");
  process.exit(1);
}
const { check, initSync } = await import(GLUE);
initSync({ module: readFileSync(new URL("engine-wasm/check/pkg/check_wasm_bg.wasm", ROOT)) });

const SIZES = [30, 300, 3000];
const GOAL_SIZE = 300;
const GOAL_MS = 10;
const ROUNDS = 5;

const CONTENDERS = [
  { name: "check, without an error", text: (flow) => JSON.stringify(flow), measure: timeCheck(false) },
  {
    name: "check, with an error in each page",
    text: (flow) => JSON.stringify(broken(flow)),
    measure: timeCheck(true),
  },
  { name: "JSON.parse", text: (flow) => JSON.stringify(flow), measure: timeParse },
  { name: "session: flow and first view", text: (flow) => JSON.stringify(flow), measure: timeFirstView },
];

const runs = SIZES.flatMap((size) => {
  const flow = pulsenFlow(buildSurvey(size));
  return CONTENDERS.map(({ name, text, measure }) => ({ name, size, text: text(flow), measure, times: [] }));
});

// The first round is a warm-up for the compilers.
for (let round = -1; round < ROUNDS; round++) {
  for (const { size, text, measure, times } of runs) {
    for (let repeat = 0; repeat < 9000 / size; repeat++) {
      const ms = measure(text);
      if (round >= 0) times.push(ms);
    }
  }
}

printTable([
  ["ms (median)", ...SIZES.map((size) => `${size} questions`)],
  ...CONTENDERS.map(({ name }) => [name, ...SIZES.map((size) => time(name, size).toFixed(2))]),
]);
console.log();
printGoals(
  CONTENDERS.slice(0, 2).map(({ name }) => ({
    name: `${name}, ${GOAL_SIZE} questions`,
    value: time(name, GOAL_SIZE),
    goal: GOAL_MS,
    unit: "ms",
  })),
);

/** Returns a function that returns the time of a check, with its findings as objects. */
function timeCheck(hasErrors) {
  return (text) => {
    const begin = performance.now();
    const findings = JSON.parse(check(text));
    const end = performance.now();
    // Fails if the figures are low because something else was checked.
    if (findings.some(({ severity }) => severity === "error") !== hasErrors) {
      throw new Error(`The check found ${JSON.stringify(findings.slice(0, 3))}.`);
    }
    return end - begin;
  };
}

function timeParse(text) {
  const begin = performance.now();
  JSON.parse(text);
  return performance.now() - begin;
}

/** Returns the flow with a field that no question has, on each page. */
function broken(flow) {
  const states = flow.states.map((state) => {
    const [first, ...others] = state.elements;
    const question = first.question && { ...first.question, required: true };
    return { ...state, elements: [question ? { ...first, question } : first, ...others] };
  });
  return { ...flow, states };
}

function time(name, size) {
  return median(runs.find((run) => run.name === name && run.size === size).times);
}
