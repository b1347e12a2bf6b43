// What Formbricks computes when a visitor goes on: a model of its cost, written for this benchmark.
//
// The program that does it is a React application, in no package that could be called from here, so the model does the
// same work on the same shape of data, and nothing else (packages/surveys, logic.ts and survey.tsx, as of August 2026):
//
// - a survey is a list of blocks, a block a list of elements; nothing is indexed
// - the current block is searched by its id in all blocks
// - the new answers are copied together with all answers so far
// - each rule of the block is evaluated; for each condition the elements of all blocks are put into a new list, twice,
//   and searched for the condition's element, twice; the answer, a label, is searched among the choices' labels
// - the block that comes next is looked for among all blocks, and once more among a new list of their ids
//
// There is no visibility on a page. What shows a question elsewhere is a rule of its block here, which leads to the block
// that comes next anyway. Left out are validation, React's rendering, saving and the copies of all blocks that a rule
// makes which requires an answer: the times are the logic's alone, a lower bound.
import { happyAnswers, measuredAnswer, UNHAPPY } from "./survey.mjs";

const LANGUAGE = "en";

/** The survey in the shape of Formbricks' data. */
function formbricksSurvey({ pages }) {
  const endings = [{ id: "thanks" }];
  const blocks = pages.map(({ id, questions, skipsNextAfter }, at) => {
    const target = (ahead) => pages[at + ahead]?.id ?? endings[0].id;
    const shows = questions.filter(({ shownBy }) => shownBy).map(({ shownBy }) => rule([shownBy], target(1)));
    return { id, elements: questions.map(element), logic: [rule(skipsNextAfter, target(2)), ...shows] };
  });
  return { blocks, endings };
}

function element({ id, title, choices }) {
  return {
    id,
    type: choices ? "multipleChoiceSingle" : "openText",
    headline: localized(title),
    ...(choices && { choices: choices.map(({ id, label }) => ({ id, label: localized(label) })) }),
  };
}

function rule(questions, target) {
  const conditions = questions.map(({ id, choices }) => ({
    operator: "equals",
    leftOperand: { type: "element", value: id },
    rightOperand: { type: "static", value: choices.find(({ key }) => key === UNHAPPY).id },
  }));
  return { conditions: { connector: "and", conditions }, actions: [{ objective: "jumpToBlock", target }] };
}

function localized({ en, tr }) {
  return { default: en, tr };
}

/** A visitor in a block of the survey who has answered all of it up to there, ready to go on and back again. */
export function formbricksVisitor(questionnaire, pageAt) {
  const survey = formbricksSurvey(questionnaire);
  const labels = (pairs) =>
    Object.fromEntries(pairs.map(([question, choice]) => [question.id, choice.label.en]));
  const answersBefore = labels(happyAnswers(questionnaire.pages.slice(0, pageAt)));
  const page = questionnaire.pages[pageAt];
  const answersOfPage = labels(happyAnswers([page]));
  const expected = questionnaire.pages[pageAt + 1].id;
  return {
    /** Submits the block and finds the one that comes next. */
    goOn(round) {
      const [question, choice] = measuredAnswer(page, round);
      const begin = process.hrtime.bigint();
      const answers = { ...answersBefore, ...answersOfPage, [question.id]: choice.label.en };
      const next = nextBlock(survey, page.id, answers);
      const end = process.hrtime.bigint();
      if (next !== expected) throw new Error(`The block ${expected} was expected, not ${next}.`);
      return [Number(end - begin) / 1000];
    },
    goBack() {},
  };
}

function nextBlock({ blocks, endings }, blockId, answers) {
  const at = blocks.findIndex((block) => block.id === blockId);
  let target;
  for (const { conditions, actions } of blocks[at].logic) {
    // A rule that holds does not keep the others from being evaluated; the first one leads.
    if (holds(blocks, answers, conditions)) target ??= actions.find(isJump)?.target;
  }
  target ??= blocks[at + 1]?.id;
  const exists = blocks.some(({ id }) => id === target) || endings.some(({ id }) => id === target);
  const isFinished = !exists || !blocks.map(({ id }) => id).includes(target);
  return isFinished ? endings[0].id : target;
}

function isJump({ objective }) {
  return objective === "jumpToBlock";
}

/** All conditions are evaluated, even when the first one has decided. */
function holds(blocks, answers, { connector, conditions }) {
  const results = conditions.map((condition) =>
    condition.connector ? holds(blocks, answers, condition) : passes(blocks, answers, condition),
  );
  return connector === "or" ? results.includes(true) : !results.includes(false);
}

function passes(blocks, answers, { operator, leftOperand, rightOperand }) {
  const value = chosenId(elementNamed(blocks, leftOperand.value), answers[leftOperand.value]);
  // Once more, for what depends on the element's type.
  const { type } = elementNamed(blocks, leftOperand.value);
  if (operator !== "equals") throw new Error(`The model does not know the operator ${operator}.`);
  if (type === "date") return Date.parse(value) === Date.parse(rightOperand.value);
  return value === rightOperand.value;
}

function elementNamed(blocks, id) {
  const all = blocks.flatMap(({ elements }) => elements);
  return all.find((element) => element.id === id);
}

function chosenId({ choices = [] }, answer) {
  if (typeof answer !== "string") return undefined;
  const offersOther = choices.some(({ id }) => id === "other");
  const chosen = choices.find(({ label }) => inLanguage(label) === answer);
  return chosen?.id ?? (offersOther ? "other" : undefined);
}

function inLanguage(texts) {
  // Whether this is a text by language is looked up in its keys each time.
  if (!Object.keys(texts).includes("default")) return "";
  const text = texts[LANGUAGE];
  return typeof text === "string" && text.trim() !== "" ? text : texts.default;
}
