import { type FlowDefinition, type FlowQuestion, questionsOf, scaleOf } from "../answers/flow";
import type { QuestionSummary } from "../wire";

/** Which chart fits a question. */
export type QuestionKind = "nps" | "matrix" | "ranking" | "options" | "numbers" | "words" | "count";

const WORDS = ["text", "textarea"];

/** Returns which chart fits a question, by its style and by what was counted of it. */
export function kindOf({ style, nps, rows, options, numbers }: QuestionSummary): QuestionKind {
  if (nps !== undefined) return "nps";
  if (rows) return "matrix";
  if (style === "ranking") return "ranking";
  if (options && options.length > 0) return "options";
  if (numbers) return "numbers";
  return WORDS.includes(style) ? "words" : "count";
}

/** Returns the question of the flow as it is now; `undefined` if it is no longer asked. */
export function currentQuestion(flow: FlowDefinition | null, id: string): FlowQuestion | undefined {
  return flow ? questionsOf(flow).find((question) => question.id === id) : undefined;
}

/** Divides the questions into those that are asked, and those that only earlier revisions have. While the flow is not known, all are asked. */
export function byRetirement(questions: readonly QuestionSummary[], flow: FlowDefinition | null) {
  const asked = new Set(flow ? questionsOf(flow).map(({ id }) => id) : []);
  const isAsked = ({ question_id }: QuestionSummary) => flow === null || asked.has(question_id);
  return {
    asked: questions.filter(isAsked),
    retired: questions.filter((question) => !isAsked(question)),
  };
}

/** Returns the options of a question that are no longer offered. */
export function retiredOptions(
  { options = [] }: QuestionSummary,
  now: FlowQuestion | undefined,
): ReadonlySet<string> {
  if (!now) return new Set();
  const offered = new Set((now.options ?? []).map(({ id }) => id));
  return new Set(options.map(({ option_id }) => option_id).filter((id) => !offered.has(id)));
}

/** The longest scale of which each number has a column. */
const LONGEST_SCALE = 30;

/** Returns the scale on which numbers were given, if it is short enough to show each of them; `null` for all other numbers. */
export function shownScale(
  { style, numbers }: QuestionSummary,
  now: FlowQuestion | undefined,
): { min: number; max: number; step: number } | null {
  const scale = scaleOf(now ?? { id: "", style });
  if (!scale || !numbers) return null;
  const step = numbers.values.every(({ value }) => Number.isInteger(value)) ? 1 : 0.5;
  const isOnSteps = numbers.values.every(({ value }) => Number.isInteger((value - scale.min) / step));
  return isOnSteps && (scale.max - scale.min) / step <= LONGEST_SCALE ? { ...scale, step } : null;
}

/** Returns whether the numbers that were counted are exactly those that were given: the server keeps three digits. */
export function areExact({ numbers }: QuestionSummary): boolean {
  return (numbers?.values ?? []).every(({ value }) => Number.isInteger(value * 2) && Math.abs(value) < 1000);
}

/** Returns whether a question can be one of a cross table. */
export function isCrossable(question: QuestionSummary, now: FlowQuestion | undefined): boolean {
  const kind = kindOf(question);
  return (
    kind === "options" ||
    kind === "nps" ||
    (kind === "numbers" && scaleOf(now ?? { id: "", style: question.style }) !== null)
  );
}
