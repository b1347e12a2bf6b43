// An answer to the first question that was given elsewhere: by a button in a message (docs/flows.md#an-answer-by-a-click), or beside
// the launcher. A chunk of its own: only such pages load it.
import { readFlowText } from "../boot/boot";
import type { AnswerInput, QuestionElement, View } from "../engine/types";
import type { FlowRun } from "../run/flowRun";

/** How the parameter begins; the key or id of the question follows. */
const PREFIX = "q.";

/** The styles whose answer is one of the options. */
const CHOICES: QuestionElement["style"][] = [
  "radio",
  "dropdown",
  "gender",
  "dynamic_multiple_choice",
  "customer_schema",
];

/** The styles whose answer is a whole number from a scale, with the scale that they have by default. */
const SCALES: Partial<Record<QuestionElement["style"], [min: number, max: number]>> = {
  score: [0, 10],
  star: [1, 5],
  ces: [1, 7],
};

/** What the flow's text says of a question or an option. */
interface Named {
  id: string;
  key?: string;
  options?: Named[];
}

/**
 * Gives the answer in the page's address once the visitor sees the page and the engine is there, so that no program that only
 * looks at links gives one. Then the address has it no more: a page that is loaded again continues with what it has.
 *
 * @param onStop takes the function that is called when the page shows something else before.
 * @param onDone called when the answer is given, or is ignored.
 */
export function giveClickedAnswer(
  run: FlowRun,
  onStop: (stop: () => void) => void,
  onDone: () => unknown = () => {},
): void {
  whenSeen(run, onStop, () => {
    const clicked = takeParameter();
    if (clicked && !firstQuestion(run.view())?.answer) answerFirst(run, ...clicked);
    onDone();
  });
}

/**
 * Gives the answer that the visitor has just given beside the launcher, likewise (docs/widget.md#a-question-beside-the-launcher). It
 * replaces what the question had before.
 */
export function giveAnswer(
  run: FlowRun,
  onStop: (stop: () => void) => void,
  { question, value }: { question: string; value: string },
): void {
  whenSeen(run, onStop, () => answerFirst(run, question, value));
}

/** Acts, once, when the visitor sees the page and the engine is there. */
function whenSeen(run: FlowRun, onStop: (stop: () => void) => void, act: () => void): void {
  const look = () => {
    if (document.visibilityState !== "visible" || run.engine() !== "running") return;
    stop();
    // The run has not yet said to everybody that it is there.
    queueMicrotask(act);
  };
  const unsubscribe = run.subscribe(look);
  document.addEventListener("visibilitychange", look);
  const stop = () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", look);
  };
  onStop(stop);
  look();
}

/** Takes the first answer out of the page's address. */
function takeParameter(): [name: string, value: string] | undefined {
  const url = new URL(location.href);
  const clicked = [...url.searchParams].filter(([name]) => name.startsWith(PREFIX));
  const [first] = clicked;
  if (!first) return undefined;
  for (const [name] of clicked) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
  return [first[0].slice(PREFIX.length), first[1]];
}

/**
 * Answers the page's first question as the visitor does by hand, and continues where that is all that the page asks. Changes
 * nothing if it is another question, or has no such answer.
 *
 * @param name the key or id of the question.
 * @param value the key or id of one of its options, or a number of its scale.
 */
function answerFirst(run: FlowRun, name: string, value: string): void {
  const question = firstQuestion(run.view());
  if (!question) return;
  const { questionId } = question;
  const named = findNamed(JSON.parse(readFlowText(document) ?? "null"), questionId);
  if (name !== questionId && name !== named?.key) return;
  const answer = optionOf(question, named, value) ?? numberOf(question, value);
  if (!answer) return;
  run.send({ type: "answered", questionId, answer });
  if (isAllThatIsAsked(run.view(), answer)) run.send({ type: "next" });
}

function firstQuestion({ style, elements }: View): QuestionElement | undefined {
  return style === "normal" ? elements.find(isQuestion) : undefined;
}

function isQuestion(element: object): element is QuestionElement {
  return "questionId" in element;
}

/** Returns the question in the flow's text that has this id. */
function findNamed(value: unknown, id: string): Named | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("style" in value && "id" in value && value.id === id) return value as Named;
  for (const part of Object.values(value)) {
    const found = findNamed(part, id);
    if (found) return found;
  }
  return undefined;
}

/** Returns the answer that selects an option which the visitor sees. */
function optionOf(
  { style, multiSelect, options }: QuestionElement,
  named: Named | undefined,
  value: string,
): AnswerInput | undefined {
  const id = named?.options?.find((option) => option.key === value)?.id ?? value;
  const isShown = options.some((option) => option.id === id);
  return isShown && !multiSelect && CHOICES.includes(style) ? { optionIds: [id] } : undefined;
}

function numberOf({ style, min, max, step = 1 }: QuestionElement, value: string): AnswerInput | undefined {
  const [least, most] = SCALES[style] ?? [];
  if (least === undefined || most === undefined || !/^\d{1,4}$/.test(value)) return undefined;
  const number = Number(value);
  const from = min ?? least;
  const isOnScale = number >= from && number <= (max ?? most) && (number - from) % step === 0;
  return isOnScale ? { number } : undefined;
}

/** Returns whether the answer leads on by itself: not to a submission, which has a button, and not past the text of an option. */
function isAllThatIsAsked({ elements }: View, { optionIds = [] }: AnswerInput): boolean {
  const [question, ...others] = elements.filter(isQuestion);
  const asksForText = question?.options.some(({ id, asksForText }) => asksForText && optionIds.includes(id));
  return others.length === 0 && !asksForText && elements.some(({ type }) => type === "next_page");
}
