// Measures the cost of choosing the next page by a list of rules of which only the last one matches.
//
// For Pulsen, a whole move of a session is measured, including the WebAssembly boundary: the answer, "next" with its
// validation, and the end of the delay. The last of these evaluates the rules and returns the new page; it is the one
// that is compared. The other contenders only evaluate the list for given answers.
import jsonLogic from "json-logic-js";
import { median, printGoals, printTable } from "../stats.mjs";
import { microseconds, now, startSession } from "./pulsen.mjs";

const RULES = 30;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 10;
const MOVES = 200;
const BATCH = 20;

/** The visitor's answers: one choice and two texts. The last rule tests the choice. */
const CHOSEN = `choice-${RULES - 1}`;
const TEXTS = { city: "Ankara", remark: "The delivery came two days late." };

const contenders = [
  { name: `Pulsen, through WASM: ${RULES} rules`, move: sessionMove(rules(RULES)) },
  { name: "Pulsen, through WASM: 1 rule", move: sessionMove(rules(RULES).slice(-1)) },
  { name: `json-logic-js: ${RULES} rules`, move: evaluation(jsonLogicList(rules(RULES))) },
  { name: `precompiled functions: ${RULES} rules`, move: evaluation(closures(rules(RULES))) },
].map((contender) => ({ ...contender, times: [] }));

for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
  // Alternating, so that other load on the machine affects all contenders.
  for (const { move, times } of contenders) {
    for (let at = 0; at < MOVES; at++) {
      const parts = move();
      if (round >= 0) times.push(parts);
    }
  }
}

const [[many, ...manyParts], [one, ...oneParts], [interpreted], [compiled]] = contenders.map(({ times }) =>
  times[0].map((_, part) => median(times.map((parts) => parts[part]))),
);
printTable([
  ["next page by rules, the last one matches, µs (median)", "all", "answer", "next", "new page"],
  row(contenders[0].name, many, manyParts),
  row(contenders[1].name, one, oneParts),
  row(
    `  cost of ${RULES - 1} further rules`,
    many - one,
    manyParts.map((time, part) => time - oneParts[part]),
  ),
  row(contenders[2].name, interpreted),
  row(contenders[3].name, compiled),
]);
console.log();
const newPage = manyParts.at(-1);
printGoals([
  {
    name: "Pulsen's event with rules and new page to json-logic-js' rules",
    value: newPage / interpreted,
    goal: 1,
  },
]);

function row(name, all, parts = ["-", "-", "-"]) {
  return [name, ...[all, ...parts].map((time) => (time === "-" ? time : time.toFixed(1)))];
}

/** Returns rules of three kinds in turn: a text is equal, a text contains another, an option is chosen. */
function rules(count) {
  return Array.from({ length: count }, (_, at) => {
    const to = `page-${at}`;
    if (at % 3 === 0) return { to, question: "city", operator: "equal", value: `City number ${at}` };
    if (at % 3 === 1) return { to, question: "remark", operator: "contains", value: `reason number ${at}` };
    return { to, question: "choice", operator: "option", value: `choice-${at}` };
  });
}

/** Returns a function that answers, moves on and back, and returns the time of moving on and of its parts. */
function sessionMove(list) {
  const session = startSession(JSON.stringify(flow(list)));
  const { to } = list.at(-1);
  const answer = (questionId, answer) => session.update({ type: "answered", questionId, answer, at: now() });
  for (const [id, text] of Object.entries(TEXTS)) answer(id, { text });
  return () => {
    const at = now();
    const begin = process.hrtime.bigint();
    session.update({ type: "answered", questionId: "choice", answer: { optionIds: [CHOSEN] }, at });
    const answeredAt = process.hrtime.bigint();
    session.update({ type: "next", at });
    const pressedAt = process.hrtime.bigint();
    const { view } = session.update({ type: "timer", timer: "state_change", at });
    const end = process.hrtime.bigint();
    if (view?.stateId !== to) throw new Error(`The state ${to} was expected, not ${view?.stateId}.`);
    session.update({ type: "back", at });
    answer("choice", null);
    return [end - begin, answeredAt - begin, pressedAt - answeredAt, end - pressedAt].map(microseconds);
  };
}

/** Returns a function that evaluates a batch: a single evaluation is shorter than the resolution of the clock. */
function evaluation(choose) {
  const answers = { ...TEXTS, choice: CHOSEN };
  const expected = rules(RULES).at(-1).to;
  return () => {
    let chosen = 0;
    const begin = process.hrtime.bigint();
    for (let at = 0; at < BATCH; at++) chosen += choose(answers) === expected ? 1 : 0;
    const end = process.hrtime.bigint();
    if (chosen !== BATCH) throw new Error(`Not every evaluation led to ${expected}.`);
    return [microseconds(end - begin) / BATCH];
  };
}

function jsonLogicList(list) {
  const condition = ({ question, operator, value }) =>
    operator === "contains" ? { in: [value, { var: question }] } : { "===": [{ var: question }, value] };
  const logic = { if: [...list.flatMap((rule) => [condition(rule), rule.to]), "thanks"] };
  return (answers) => jsonLogic.apply(logic, answers);
}

function closures(list) {
  const compiled = list.map(({ to, question, operator, value }) => ({
    to,
    holds:
      operator === "contains"
        ? (answers) => answers[question].includes(value)
        : (answers) => answers[question] === value,
  }));
  return (answers) => compiled.find(({ holds }) => holds(answers))?.to ?? "thanks";
}

/** Returns a flow with a page of three questions, and a target page for each rule. */
function flow(list) {
  const options = rules(RULES).map((_, at) => ({
    id: `choice-${at}`,
    key: `choice-${at}`,
    body: { en: `Choice ${at}` },
  }));
  const label = (id, en) => ({ id: `label-${id}`, type: "label", order: 1, body: { en } });
  return {
    id: "rules",
    languages: [{ id: "l1", code: "en", name: "English" }],
    states: [
      {
        id: "start",
        isInitialState: true,
        nextStateId: "thanks",
        elements: [
          question("city", { style: "text" }),
          question("remark", { style: "textarea" }),
          question("choice", { style: "dropdown", isRequired: true, options }),
        ],
      },
      ...list.map(({ to }) => ({ id: to, nextStateId: "thanks", elements: [label(to, `The page ${to}`)] })),
      { id: "thanks", style: "thank_you", elements: [label("thanks", "Thank you!")] },
    ],
    transitions: list.map(({ to, question, operator, value }) => ({
      fromStateId: "start",
      toStateId: to,
      rules: [
        {
          elementId: `element-${question}`,
          operator,
          ...(operator === "option" ? { optionIds: [value] } : { value }),
        },
      ],
    })),
  };
}

function question(id, fields) {
  return {
    id: `element-${id}`,
    type: "question",
    order: 1,
    question: { id, key: id, body: { en: `What about the ${id}?` }, ...fields },
  };
}
