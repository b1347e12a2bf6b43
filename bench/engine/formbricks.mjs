// A model of what Formbricks computes when a visitor moves to the next block, written for this benchmark.
//
// The original is part of a React application and not available as a package. The model does the same work on the same
// data structures, and nothing else (packages/surveys, logic.ts and survey.tsx, as of August 2026):
//
// - a survey is a list of blocks, a block a list of elements; nothing is indexed
// - it searches all blocks for the current one by its id
// - it copies the new answers together with all answers so far
// - it evaluates each rule of the block: for each condition it twice puts the elements of all blocks into a new list
//   and searches it for the condition's element, and it searches the labels of the choices for the answer
// - it searches all blocks for the next one, and then a new list of their ids
//
// Formbricks has no visibility within a page. A trigger that shows a question is modeled as a rule that leads to the
// next block anyway. The model has no validation, rendering or saving, and does not copy all blocks for rules that
// require an answer. Its times are a lower bound.
import { happyAnswers, measuredAnswer, UNHAPPY } from "./survey.mjs";

const LANGUAGE = "en";

/** Returns the survey as Formbricks' data. */
function formbricksSurvey({ pages }) {
  const endings = [{ id: "thanks" }];
  const blocks = pages.map(({ id, questions, skipsNextAfter }, index) => {
    const target = (ahead) => pages[index + ahead]?.id ?? endings[0].id;
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

/** Returns a visitor in a block of the survey who has answered everything so far and can move to the next block. */
export function formbricksVisitor(questionnaire, pageIndex) {
  const survey = formbricksSurvey(questionnaire);
  const labels = (pairs) =>
    Object.fromEntries(pairs.map(([question, choice]) => [question.id, choice.label.en]));
  const answersBefore = labels(happyAnswers(questionnaire.pages.slice(0, pageIndex)));
  const page = questionnaire.pages[pageIndex];
  const answersOfPage = labels(happyAnswers([page]));
  const expected = questionnaire.pages[pageIndex + 1].id;
  return {
    /** Submits the block and finds the next one. */
    goNext(round) {
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
  const index = blocks.findIndex((block) => block.id === blockId);
  let target;
  for (const { conditions, actions } of blocks[index].logic) {
    // All rules are evaluated, but the first one that holds decides.
    if (holds(blocks, answers, conditions)) target ??= actions.find(isJump)?.target;
  }
  target ??= blocks[index + 1]?.id;
  const exists = blocks.some(({ id }) => id === target) || endings.some(({ id }) => id === target);
  const isFinished = !exists || !blocks.map(({ id }) => id).includes(target);
  return isFinished ? endings[0].id : target;
}

function isJump({ objective }) {
  return objective === "jumpToBlock";
}

/** Evaluates all conditions, even if the first one decides. */
function holds(blocks, answers, { connector, conditions }) {
  const results = conditions.map((condition) =>
    condition.connector ? holds(blocks, answers, condition) : passes(blocks, answers, condition),
  );
  return connector === "or" ? results.includes(true) : !results.includes(false);
}

function passes(blocks, answers, { operator, leftOperand, rightOperand }) {
  const value = chosenId(findElement(blocks, leftOperand.value), answers[leftOperand.value]);
  // Searched again for the element's type, as in the original.
  const { type } = findElement(blocks, leftOperand.value);
  if (operator !== "equals") throw new Error(`The model does not know the operator ${operator}.`);
  if (type === "date") return Date.parse(value) === Date.parse(rightOperand.value);
  return value === rightOperand.value;
}

function findElement(blocks, id) {
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
  // The original checks the keys of the texts each time.
  if (!Object.keys(texts).includes("default")) return "";
  const text = texts[LANGUAGE];
  return typeof text === "string" && text.trim() !== "" ? text : texts.default;
}
