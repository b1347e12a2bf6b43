import type { AnswerInput } from "../engine/types";

/** Returns the answer of a choice; nothing where nothing is selected. */
export function choiceAnswer(optionIds: string[], otherText?: string): AnswerInput | undefined {
  if (optionIds.length === 0) return undefined;
  return { optionIds, ...(otherText && { otherText }) };
}
