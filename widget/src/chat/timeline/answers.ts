import type { AnsweredQuestion } from "./wire";

/** A question of the feedback with all that was answered to it. */
export interface QuestionAnswers {
  key: string;
  question: string;
  style: string | undefined;
  answers: string[];
  /** The answer's address, where the question asks for nothing but to be opened. */
  link?: string;
}

/** The answers as they are shown: one entry for each question, without those that got no answer. */
export function collectAnswers(responses: readonly AnsweredQuestion[]): QuestionAnswers[] {
  const byQuestion = new Map<string, QuestionAnswers>();
  for (const { question_id, question, style, answer } of responses) {
    if (!answer) continue;
    const entry = byQuestion.get(question_id);
    if (entry) {
      entry.answers.push(answer);
      continue;
    }
    const link = style === "link" ? safeLink(answer) : undefined;
    byQuestion.set(question_id, {
      key: question_id,
      question: question ?? "",
      style: style ?? undefined,
      answers: [answer],
      ...(link && { link }),
    });
  }
  return [...byQuestion.values()];
}

/** An address that may be opened by a click; `undefined` for what runs or is none. */
function safeLink(text: string): string | undefined {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? href : undefined;
  } catch {
    return undefined;
  }
}
