// The model of SurveyJS without its user interface, called as `survey-react-ui` calls it.
import { Model } from "survey-core";
import { choices, happyAnswers, measuredAnswer, UNHAPPY } from "./survey.mjs";

/** Returns the survey as SurveyJS JSON. */
export function surveyCoreJson({ title, pages }) {
  return {
    title,
    locale: "en",
    pages: pages.map(({ name, questions }, index) => ({
      name,
      ...(index > 0 && { visibleIf: isShownAfter(pages[index - 1].skipsNextAfter) }),
      elements: questions.map(element),
    })),
  };
}

function element({ name, title, description, placeholder, isRequired, choices, maxLength, shownBy }) {
  return {
    type: choices ? "radiogroup" : "comment",
    name,
    title: localized(title),
    description: localized(description),
    ...(placeholder && { placeholder: localized(placeholder) }),
    isRequired,
    ...(choices && { choices: choices.map(({ key, label }) => ({ value: key, text: localized(label) })) }),
    ...(maxLength && { maxLength }),
    ...(shownBy && { visibleIf: `{${shownBy.name}} = '${UNHAPPY}'` }),
  };
}

/** Returns the condition that shows a page: the negation of the one that skips it. */
function isShownAfter(questions) {
  return questions.map(({ name }) => `{${name}} <> '${UNHAPPY}'`).join(" or ");
}

function localized({ en, tr }) {
  return { default: en, tr };
}

/** Returns a visitor on a page of the survey who has answered everything so far and can move on and back. */
export function surveyCoreVisitor(survey, pageIndex) {
  const model = new Model(surveyCoreJson(survey));
  const page = survey.pages[pageIndex];
  const answers = happyAnswers(survey.pages.slice(0, pageIndex + 1));
  model.data = Object.fromEntries(answers.map(([question, choice]) => [question.name, choice.key]));
  model.currentPageNo = pageIndex;
  return {
    /** Answers, moves to the next page, which validates this one, and reads the new page. */
    goNext(round) {
      const [question, choice] = measuredAnswer(page, round);
      const begin = process.hrtime.bigint();
      model.getQuestionByName(question.name).value = choice.key;
      model.nextPage();
      const shown = readPage(model);
      const end = process.hrtime.bigint();
      expectPage(model, survey.pages[pageIndex + 1], shown);
      return [Number(end - begin) / 1000];
    },
    goBack(round) {
      model.prevPage();
      expectPage(model, page, readPage(model), round % 2 ? 0 : 1);
    },
  };
}

/** Returns the time to parse a survey and read its first page, in milliseconds. */
export function timeFirstPage(text) {
  const begin = performance.now();
  const model = new Model(JSON.parse(text));
  const shown = readPage(model);
  const end = performance.now();
  model.dispose();
  if (shown.length === 0) throw new Error("The first page is empty.");
  return end - begin;
}

/** Returns the texts of the current page: what a user interface has to read, and what Pulsen's view contains. */
function readPage({ currentPage }) {
  return currentPage.questions
    .filter((question) => question.isVisible)
    .map((question) => ({
      title: question.locTitle.renderedHtml,
      description: question.locDescription.renderedHtml,
      placeholder: question.placeholder,
      isRequired: question.isRequired,
      value: question.value,
      choices: question.visibleChoices?.map(({ value, locText }) => [value, locText.renderedHtml]),
    }));
}

function expectPage({ currentPage }, { name, questions }, shown, additional = 0) {
  if (currentPage.name !== name) throw new Error(`The page ${name} was expected, not ${currentPage.name}.`);
  const expected = choices(questions).length + additional;
  if (shown.length !== expected)
    throw new Error(`${shown.length} questions are shown, ${expected} were expected.`);
}
