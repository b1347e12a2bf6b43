import type { AnsweredQuestion } from "./wire";

/** A question of the feedback with its answers as texts. */
export interface QuestionAnswers {
  key: string;
  question: string;
  style: string | undefined;
  answers: string[];
  /** The answer's address where the question is a link. */
  link?: string;
}

/** Collects the answers by question. Questions without an answer are left out. */
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

/**
 * Returns an address that is safe to open, without user information, which readers would take for the host; `undefined` for
 * scripts, data and texts that are no address.
 */
function safeLink(text: string): string | undefined {
  try {
    const url = new URL(text);
    url.username = "";
    url.password = "";
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
