import type { AnsweredQuestion, StoredResponse } from "../wire";
import { type FlowDefinition, type FlowQuestion, findQuestion, questionsOf, scaleOf, textIn } from "./flow";

/** One answer to a question. */
export interface AnswerValue {
  text: string;
  kind: "text" | "option" | "rating" | "row" | "file" | "yes";
  /** Of a rating: the end of its scale. */
  max?: number;
  /** Of a file. */
  file?: { id: string; size: number; type: string };
  /** Whether the server has hidden what identifies a person. */
  isMasked: boolean;
}

/** A question with the answers to it; without any, the visitor saw it and skipped it, or never saw it. */
export interface AnswerItem {
  id: string;
  question: string;
  style: string | undefined;
  values: AnswerValue[];
  /** Whether the flow asks this no longer. */
  isRetired: boolean;
}

export interface AnswerSource {
  /** The answers as words, as the server has them. */
  answers: readonly AnsweredQuestion[];
  /** As they are stored, where they are known: they tell what is masked. */
  responses?: readonly StoredResponse[];
  /** The flow that was answered; without it, there are only the answers. */
  flow?: FlowDefinition | undefined;
  /** The flow as it is now, to know which questions it has no longer. */
  current?: FlowDefinition | undefined;
  /** The code of the language of the questions that have no answer. */
  language?: string;
}

/** Puts the answers of a feedback together: each question once, in the order of the flow, then those of which the flow knows nothing. */
export function answerItems(source: AnswerSource): AnswerItem[] {
  const { flow, current, language = "en" } = source;
  const items = new Map<string, AnswerItem>();
  const asked = flow ? questionsOf(flow) : [];
  const isRetired = (id: string) => current !== undefined && findQuestion(current, id) === undefined;
  // What was answered in the question's words at that time; what was not, in those of the flow.
  for (const question of asked)
    items.set(question.id, {
      id: question.id,
      question: textIn(question.body, language) || question.id,
      style: question.style,
      values: [],
      isRetired: isRetired(question.id),
    });
  for (const answer of source.answers) {
    const item = items.get(answer.question_id) ?? {
      id: answer.question_id,
      question: answer.question,
      style: answer.style,
      values: [],
      isRetired: isRetired(answer.question_id),
    };
    item.question = answer.question;
    const question = asked.find(({ id }) => id === answer.question_id);
    item.values.push(...valuesOf(answer, question, isHiding(source.responses, answer, question)));
    items.set(item.id, item);
  }
  return [...items.values()];
}

function isHiding(
  responses: readonly StoredResponse[] | undefined,
  { question_id: id }: AnsweredQuestion,
  question: FlowQuestion | undefined,
): boolean {
  const rows = question?.statements?.map((row) => row.id) ?? [];
  return (responses ?? []).some(
    ({ question_id, hidePersonalData }) =>
      hidePersonalData === true && (question_id === id || rows.includes(question_id)),
  );
}

/** The styles whose answers are options. */
const CHOICES = [
  "radio",
  "dropdown",
  "gender",
  "checklist",
  "ranking",
  "random",
  "dynamic_multiple_choice",
  "dynamic_multiple_value",
];

function valuesOf(
  { answer, style, file }: AnsweredQuestion,
  question: FlowQuestion | undefined,
  hides: boolean,
): AnswerValue[] {
  // A question may hide what identifies a person, and the answer have none of that.
  const isMasked = hides && answer.includes("*");
  if (file) return [{ kind: "file", text: file.name, file, isMasked }];
  if (style === "matrix")
    return answer.split("\n").map((text): AnswerValue => ({ kind: "row", text, isMasked }));
  if (style === "agreement" && answer === "true") return [{ kind: "yes", text: "", isMasked }];
  const scale = question && scaleOf(question);
  // The option of a number may be in words.
  if (scale && answer !== "" && Number.isFinite(Number(answer)))
    return [{ kind: "rating", text: answer, max: scale.max, isMasked }];
  const kind = style !== undefined && CHOICES.includes(style) ? "option" : "text";
  return [{ kind, text: answer, isMasked }];
}
