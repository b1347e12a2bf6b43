import type { ComparedSummary, NumberCount, QuestionSummary, SummaryAnswer } from "../wire";

/** What a score is: one of the three with a name of their own, or a mean. */
export type ScoreKind = "nps" | "csat" | "ces" | "mean";

/** A score of the flow, and what it was in the period before. */
export interface Score {
  id: string;
  kind: ScoreKind;
  /** The question, or the key of the flow's own score. */
  about: string;
  value: number;
  /** How many answers it is made of. */
  count: number;
  /** In 19 of 20 samples of this size the true value is not farther away than this; `null` where it cannot be said. */
  margin: number | null;
  previous: { value: number; count: number } | null;
}

/** With fewer answers than this, chance decides much. */
export const FEW_ANSWERS = 30;

/** Returns the scores of the questions that have one, then the flow's own ones. */
export function scoresOf(summary: SummaryAnswer): Score[] {
  const { comparison } = summary;
  return [
    ...summary.questions.flatMap((question) => questionScores(question, comparison)),
    ...summary.scores.flatMap(({ key, numbers }): Score[] => {
      if (!numbers) return [];
      const before = comparison?.scores.find((score) => score.key === key)?.numbers;
      return [
        {
          id: `score-${key}`,
          kind: "mean",
          about: key,
          value: numbers.mean,
          count: numbers.count,
          margin: marginOf(numbers.values, (value) => value),
          previous: before ? { value: before.mean, count: before.count } : null,
        },
      ];
    }),
  ];
}

/** What an answer counts for in each score, whose mean over all answers is the score. */
export const POINTS: Readonly<Record<ScoreKind, (answer: number) => number>> = {
  nps: (answer) => (answer >= 9 ? 100 : answer <= 6 ? -100 : 0),
  csat: (answer) => (answer >= 4 ? 100 : 0),
  ces: (answer) => answer,
  mean: (answer) => answer,
};

/** Between which values each score lies. */
export const RANGES = { nps: [-100, 100], csat: [0, 100], ces: [1, 7] } as const;

/** Returns by how much a score has changed since the period before, in the places in which it is shown: what rounds to nothing is none. */
export function changeOf({ kind, value, previous }: Score): number | null {
  if (!previous) return null;
  const places = kind === "nps" || kind === "csat" ? 10 : 100;
  return Math.round((value - previous.value) * places) / places;
}

function questionScores(question: QuestionSummary, comparison: ComparedSummary | undefined): Score[] {
  const before = comparison?.questions.find(({ question_id }) => question_id === question.question_id);
  return (["nps", "csat", "ces"] as const).flatMap((kind): Score[] => {
    const value = question[kind];
    if (value === undefined) return [];
    const previous = before?.[kind];
    return [
      {
        id: `${question.question_id}-${kind}`,
        kind,
        about: question.question,
        value,
        count: question.numbers?.count ?? question.answered,
        margin: marginOf(question.numbers?.values ?? [], POINTS[kind]),
        previous:
          previous === undefined || !before
            ? null
            : { value: previous, count: before.numbers?.count ?? before.answered },
      },
    ];
  });
}

/**
 * Returns the half width of the 95% interval of a mean.
 *
 * @param values how often each answer was given.
 * @param points what an answer counts for.
 * @returns `null` with too few answers to say it.
 */
export function marginOf(values: readonly NumberCount[], points: (value: number) => number): number | null {
  const count = values.reduce((sum, { count }) => sum + count, 0);
  if (count < FEW_ANSWERS) return null;
  const mean = values.reduce((sum, { value, count }) => sum + points(value) * count, 0) / count;
  const squares = values.reduce((sum, { value, count }) => sum + (points(value) - mean) ** 2 * count, 0);
  return 1.96 * Math.sqrt(squares / (count - 1) / count);
}
