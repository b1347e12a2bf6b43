import type { MessageKey, QuestionElement, Style } from "../../engine/types";
import { hasButtons } from "../../inputs/scale";
import type { AnswerMessageKey } from "../../texts/textKeys";
import type { TextParams } from "../../texts/textTypes";

/** A text of the catalog of messages. */
interface Sentence {
  key: AnswerMessageKey;
  params?: TextParams;
}

/**
 * Returns what a question says itself in place of a message that suits every style, such as “Please fill in this field
 * to continue.” (docs/engine.md#messages); `undefined` where that one suits best.
 */
export function ownSentence(key: MessageKey, question: QuestionElement): Sentence | undefined {
  const style = styleOf(question);
  if (key === "required") return missingAnswer(style, question);
  if (key === "answer_all") return missingParts(question);
  if (key !== "invalid_answer") return undefined;
  if (style === "datepicker") return { key: dateFault(question.answer?.date ?? "") };
  return style === "age" ? { key: "whole_number" } : undefined;
}

/** Returns the style that a customer's field looks like (`CustomerSchemaQuestion.tsx`). */
function styleOf({ style, schemaType, options }: QuestionElement): Style {
  if (style !== "customer_schema") return style;
  return options.length > 0 ? "radio" : (schemaType ?? "text");
}

/** What is to be done where one act gives the whole answer. */
const ONE_ACT: Partial<Record<Style, AnswerMessageKey>> = {
  radio: "choose_one",
  gender: "choose_one",
  dropdown: "choose_one",
  dynamic_multiple_choice: "choose_one",
  score: "choose_one",
  ces: "choose_one",
  checklist: "choose_some",
  dynamic_multiple_value: "choose_some",
  star: "choose_rating",
  slider: "move_slider",
  agreement: "check_box",
  file: "add_file",
  screenshot: "add_image",
  naming: "enter_name",
  matrix: "answer_all",
};

function missingAnswer(style: Style, question: QuestionElement): Sentence | undefined {
  const { options, multiSelect, answer } = question;
  if (style === "ranking") {
    const count = options.length;
    return { key: "rank_all", params: { count, left: count - (answer?.ranking?.length ?? 0) } };
  }
  if (style === "phone_verification") return answer?.phone ? { key: "verify_number" } : undefined;
  // An option is selected that asks for a text.
  if (answer?.optionIds?.length) return undefined;
  if (style === "custom_score") return hasButtons(question) ? { key: "choose_one" } : undefined;
  const key = ONE_ACT[style];
  return key && { key: key === "choose_one" && multiSelect ? "choose_some" : key };
}

/** Marks that a maxdiff question needs (docs/engine.md#validation). */
const MAXDIFF_ANSWERS = 2;

/** Says how many rows or sets of a matrix are not answered, or how many of a maxdiff's marks are not given. */
function missingParts({ matrixForm, statements = [], options, answer }: QuestionElement): Sentence {
  const given = answer?.matrix ?? {};
  if (matrixForm === "maxdiff") {
    const marks = Object.values(given).flat().length;
    return { key: "answers_missing", params: { count: Math.max(1, MAXDIFF_ANSWERS - marks) } };
  }
  const asked = statements.filter((statement) => statement.options.length > 0 || options.length > 0);
  const missing = asked.filter(({ id }) => !given[id]?.length).length;
  if (matrixForm === "conjoint") return { key: "answers_missing", params: { count: missing } };
  return { key: "rows_missing", params: { missing, count: asked.length } };
}

/** Returns what is wrong with a day: an ISO date that does not exist, or a text that was not read as one. */
function dateFault(date: string): AnswerMessageKey {
  const [, month] = /^\d{4}-(\d\d)-\d\d$/.exec(date) ?? [];
  if (Number(month) > 12) return "only_months";
  const numbers = date.match(/\p{Nd}+/gu) ?? [];
  const isWhole = numbers.length === 3 && numbers.some(({ length }) => length === 4);
  return isWhole ? "no_such_day" : "whole_date";
}
