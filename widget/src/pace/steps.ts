import type { ElementView, QuestionElement, Style, View } from "../engine/types";
import { SEARCH_FROM } from "../questions/searchFrom";
import { paceTextIn } from "./texts/catalog";
import { type QuestionCounts, secondsFor, timeLeftText } from "./timeLeft";

/** One question of a page, with the texts before it. */
export interface Step {
  /** The id of the question's element; empty on a page that asks nothing. */
  id: string;
  question?: QuestionElement;
  elements: ElementView[];
}

/** What a page consists of when one question at a time is shown. */
export interface Steps {
  list: Step[];
  /** What is shown with each question, after it: quiet buttons and small print. */
  always: ElementView[];
  /** The page's own buttons: those to the next page, and those that send. */
  buttons: ElementView[];
}

/** By state how many questions of each style follow it (`FlowOutline.ahead`). */
export type Ahead = Record<string, QuestionCounts>;

const UNASKED: Style[] = ["plain", "link", "random"];

/** Questions of these styles go on by themselves where they show radio buttons. */
const CHOICES: Style[] = ["radio", "gender", "dynamic_multiple_choice", "customer_schema"];
const SCALES: Style[] = ["score", "ces", "star", "custom_score"];

/** Divides a page. Texts belong to the question after them, those at the end to the last one. */
export function stepsOf({ elements }: View): Steps {
  const steps: Steps = { list: [], always: [], buttons: [] };
  let texts: ElementView[] = [];
  for (const element of elements) {
    const { id, type } = element;
    if (type === "footer" || element.isSkip) steps.always.push(element);
    else if (type === "next_page" || type === "submit") steps.buttons.push(element);
    else if (isAsked(element)) {
      steps.list.push({ id, question: element, elements: [...texts, element] });
      texts = [];
    } else texts.push(element);
  }
  const last = steps.list.at(-1);
  if (last) last.elements.push(...texts);
  else steps.list.push({ id: "", elements: texts });
  return steps;
}

/** Returns whether a question goes on by itself: one press answers it, and what follows can be undone. */
export function isSelfAdvancing({ question }: Step, { buttons }: Steps, isLast: boolean): boolean {
  const isEnd = isLast && (buttons.length === 0 || !buttons.every(isNextButton));
  if (!question || isEnd) return false;
  const { style, multiSelect, options, min, max } = question;
  if (CHOICES.includes(style))
    return (
      !multiSelect && options.length > 0 && (style !== "customer_schema" || options.length < SEARCH_FROM)
    );
  return SCALES.includes(style) && (style !== "custom_score" || (min !== undefined && max !== undefined));
}

/**
 * Returns the view of one step, in the form of a page.
 *
 * @param isLast whether the page's own button comes next, not another question of the page.
 */
export function viewOfStep(view: View, steps: Steps, at: number, isLast: boolean, ahead?: Ahead): View {
  const step = steps.list[at];
  if (!step) return view;
  const { language, stateId, moving, submitting } = view;
  const isChoice = isSelfAdvancing(step, steps, isLast);
  const buttons = isLast ? steps.buttons : [steps.buttons.find(isNextButton) ?? nextButton(language)];
  const elements = [
    ...step.elements.map((element) =>
      isChoice && element === step.question ? told(step.question, language) : element,
    ),
    ...buttons,
    ...steps.always,
    ...timeLeft(view, steps.list.slice(at), ahead),
  ];
  return {
    ...view,
    // A page of its own, for the focus and for what animates it.
    stateId: `${stateId} ${step.id}`,
    canGoBack: view.canGoBack || (at > 0 && !moving && !submitting),
    elements,
  };
}

/** Returns the view that a flow begins with. */
export function firstStep(view: View, ahead?: Ahead): View {
  if (view.style !== "normal") return view;
  const steps = stepsOf(view);
  return viewOfStep(view, steps, 0, steps.list.length === 1, ahead);
}

/** Returns whether an element asks for an answer. */
export function isAsked(element: ElementView): element is QuestionElement {
  return "questionId" in element && !UNASKED.includes((element as QuestionElement).style);
}

function isNextButton({ type }: ElementView): boolean {
  return type === "next_page";
}

/** Says before the controls what a press on them does (WCAG 2.2, 3.2.2). */
function told(question: QuestionElement, language: string): QuestionElement {
  const text = paceTextIn(language, "choose");
  return { ...question, description: question.description ? `${question.description}\n${text}` : text };
}

function nextButton(language: string): ElementView {
  return { id: " next", type: "next_page", text: paceTextIn(language, "next") };
}

/** A text only: nobody is interrupted by it. */
function timeLeft({ stateId = "", language }: View, rest: Step[], ahead?: Ahead): ElementView[] {
  if (!ahead) return [];
  const questions = rest.flatMap(({ question }) => question ?? []);
  const following = ahead[stateId] ?? {};
  if (questions.length === 0 && Object.keys(following).length === 0) return [];
  const seconds = secondsFor(questions, following);
  return [{ id: " left", type: "footer", text: timeLeftText(seconds, language) }];
}
