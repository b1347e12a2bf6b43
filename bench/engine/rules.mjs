// What it costs to choose the next page by a list of rules of which only the last one matches.
//
// For Pulsen it is a whole move of a session that is measured, boundary included: the answer, "next" with its validation,
// and the end of the pause. The rules are evaluated at the last, which also brings the new page: that event is compared.
// The others only evaluate the list over answers that are there.
import jsonLogic from "json-logic-js";
import { median, printGoals, printTable } from "../stats.mjs";
import { microseconds, now, startSession } from "./pulsen.mjs";

const RULES = 30;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 10;
const MOVES = 200;
const BATCH = 20;

/** What the visitor has answered: one choice and two texts. The last rule is about the choice. */
const CHOSEN = `choice-${RULES - 1}`;
const TEXTS = { city: "Ankara", remark: "The delivery came two days late." };

const contenders = [
  { name: `Pulsen, through WASM: ${RULES} rules`, move: sessionMove(rules(RULES)) },
  { name: "Pulsen, through WASM: 1 rule", move: sessionMove(rules(RULES).slice(-1)) },
  { name: `json-logic-js: ${RULES} rules`, move: evaluation(jsonLogicList(rules(RULES))) },
  { name: `functions compiled before: ${RULES} rules`, move: evaluation(closures(rules(RULES))) },
].map((contender) => ({ ...contender, times: [] }));

for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
  // In turns, so that whatever else the machine does reaches all of them alike.
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
  ["the next page by rules, the last one matches, µs (median)", "all", "answer", "next", "new page"],
  row(contenders[0].name, many, manyParts),
  row(contenders[1].name, one, oneParts),
  row(
    `  what ${RULES - 1} rules more cost`,
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
    what: "Pulsen's event with the rules and the new page to json-logic-js' rules",
    is: newPage / interpreted,
    atMost: 1,
  },
]);

function row(name, all, parts = ["-", "-", "-"]) {
  return [name, ...[all, ...parts].map((time) => (time === "-" ? time : time.toFixed(1)))];
}

/** A third each: an option is chosen, a text is the same, a text occurs in another. */
function rules(count) {
  return Array.from({ length: count }, (_, at) => {
    const to = `page-${at}`;
    if (at % 3 === 0) return { to, question: "city", operator: "equal", value: `City number ${at}` };
    if (at % 3 === 1) return { to, question: "remark", operator: "contains", value: `reason number ${at}` };
    return { to, question: "choice", operator: "option", value: `choice-${at}` };
  });
}

/** A session that answers, goes on and comes back; returns the time of the way on, and of its three events. */
function sessionMove(list) {
  const session = startSession(JSON.stringify(flow(list)));
  const { to } = list.at(-1);
  const answer = (questionId, answer) => session.step({ type: "answered", questionId, answer, at: now() });
  for (const [id, text] of Object.entries(TEXTS)) answer(id, { text });
  return () => {
    const at = now();
    const begin = process.hrtime.bigint();
    session.step({ type: "answered", questionId: "choice", answer: { optionIds: [CHOSEN] }, at });
    const hasAnswered = process.hrtime.bigint();
    session.step({ type: "next", at });
    const hasPressed = process.hrtime.bigint();
    const { view } = session.step({ type: "timer", timer: "state_change", at });
    const end = process.hrtime.bigint();
    if (view?.stateId !== to) throw new Error(`The state ${to} was expected, not ${view?.stateId}.`);
    session.step({ type: "back", at });
    answer("choice", null);
    return [end - begin, hasAnswered - begin, hasPressed - hasAnswered, end - hasPressed].map(microseconds);
  };
}

/** Several at once: one takes no longer than the clock itself. */
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

/** A page with the three questions, and a page with a text for each rule to lead to. */
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

function question(id, more) {
  return {
    id: `element-${id}`,
    type: "question",
    order: 1,
    question: { id, key: id, body: { en: `What about the ${id}?` }, ...more },
  };
}
