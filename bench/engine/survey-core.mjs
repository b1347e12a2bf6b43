// SurveyJS: the model behind its forms, without a user interface, as `survey-react-ui` drives it.
import { Model } from "survey-core";
import { choices, happyAnswers, measuredAnswer, UNHAPPY } from "./survey.mjs";

/** The survey as SurveyJS' JSON. */
export function surveyCoreJson({ title, pages }) {
  return {
    title,
    locale: "en",
    pages: pages.map(({ name, questions }, at) => ({
      name,
      ...(at > 0 && { visibleIf: isShownAfter(pages[at - 1].skipsNextAfter) }),
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

/** The negation of what leads past a page. */
function isShownAfter(questions) {
  return questions.map(({ name }) => `{${name}} <> '${UNHAPPY}'`).join(" or ");
}

function localized({ en, tr }) {
  return { default: en, tr };
}

/** A visitor on a page of the survey who has answered all of it up to there, ready to go on and back again. */
export function surveyCoreVisitor(survey, pageAt) {
  const model = new Model(surveyCoreJson(survey));
  const page = survey.pages[pageAt];
  const answers = happyAnswers(survey.pages.slice(0, pageAt + 1));
  model.data = Object.fromEntries(answers.map(([question, choice]) => [question.name, choice.key]));
  model.currentPageNo = pageAt;
  return {
    /** Answers, goes to the next page, which validates this one, and reads what that page shows. */
    goOn(round) {
      const [question, choice] = measuredAnswer(page, round);
      const begin = process.hrtime.bigint();
      model.getQuestionByName(question.name).value = choice.key;
      model.nextPage();
      const shown = readPage(model);
      const end = process.hrtime.bigint();
      expectPage(model, survey.pages[pageAt + 1], shown);
      return [Number(end - begin) / 1000];
    },
    goBack(round) {
      model.prevPage();
      expectPage(model, page, readPage(model), round % 2 ? 0 : 1);
    },
  };
}

/** How long it takes to read a survey and show its first page, in milliseconds. */
export function showFirstPage(text) {
  const begin = performance.now();
  const model = new Model(JSON.parse(text));
  const shown = readPage(model);
  const end = performance.now();
  model.dispose();
  if (shown.length === 0) throw new Error("The first page is empty.");
  return end - begin;
}

/** What the page shows now, as texts: what a user interface has to read, and what Pulsen's view is. */
export function readPage({ currentPage }) {
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

function expectPage({ currentPage }, { name, questions }, shown, more = 0) {
  if (currentPage.name !== name) throw new Error(`The page ${name} was expected, not ${currentPage.name}.`);
  const expected = choices(questions).length + more;
  if (shown.length !== expected)
    throw new Error(`${shown.length} questions are shown, ${expected} were expected.`);
}
