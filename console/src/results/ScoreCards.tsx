import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import { useText } from "../texts/TextsProvider";
import type { SummaryAnswer } from "../wire";
import { useFormats } from "./formats";
import { changeOf, FEW_ANSWERS, type Score, type ScoreKind, scoresOf } from "./scores";

/** What the scores are called everywhere. */
const NAMES: Readonly<Record<Exclude<ScoreKind, "mean">, string>> = { nps: "NPS", csat: "CSAT", ces: "CES" };

/** The scores of the flow, each with its change since the period before. */
export function ScoreCards({ summary }: { summary: SummaryAnswer }) {
  const text = useText();
  const scores = scoresOf(summary);
  if (scores.length === 0) return null;
  return (
    <section aria-label={text("results_scores")}>
      <ul className="results-scores">
        {scores.map((score) => (
          <ScoreCard key={score.id} score={score} isCompared={summary.comparison !== undefined} />
        ))}
      </ul>
    </section>
  );
}

function ScoreCard({ score, isCompared }: { score: Score; isCompared: boolean }) {
  const { kind, about, value, count, margin, previous } = score;
  const text = useText();
  const formats = useFormats();
  return (
    <li className="results-score">
      <p className="results-score__name">{kind === "mean" ? text("results_mean_score") : NAMES[kind]}</p>
      <p className="results-score__value">
        {formats.score(kind, value)}
        {kind === "csat" && <span className="results-score__unit"> %</span>}
        {margin !== null && margin > 0 && (
          <span className="results-score__margin" title={text("results_margin_hint")}>
            {" "}
            ±{formats.score(kind, margin)}
          </span>
        )}
      </p>
      {isCompared && <Change score={score} />}
      <p className="soft small">
        <bdi>{about}</bdi>
      </p>
      <p className="soft small">
        {text("results_answers", { count })}
        {count < FEW_ANSWERS && ` · ${text("results_few")}`}
        {isCompared && previous && ` · ${text("results_before_count", { count: previous.count })}`}
      </p>
    </li>
  );
}

function Change({ score }: { score: Score }) {
  const { kind, previous } = score;
  const text = useText();
  const formats = useFormats();
  const change = changeOf(score);
  if (!previous || change === null)
    return <p className="results-change soft small">{text("results_nothing_before")}</p>;
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : Minus;
  const tone = change > 0 ? "up" : change < 0 ? "down" : "same";
  return (
    <p className={`results-change results-change--${tone}`}>
      <Icon aria-hidden size={18} />
      <span>
        {text("results_change", {
          change: formats.change(change),
          before: formats.score(kind, previous.value),
        })}
      </span>
    </p>
  );
}
