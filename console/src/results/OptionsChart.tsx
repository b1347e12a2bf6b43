import type { FlowQuestion } from "../answers/flow";
import { Bars } from "../charts/Bars";
import { ChartFigure } from "../charts/ChartFigure";
import { useText } from "../texts/TextsProvider";
import type { QuestionSummary } from "../wire";
import { useFormats } from "./formats";
import { retiredOptions } from "./questions";
import { useResults } from "./ResultsContext";
import { WordsPart } from "./WordsPart";

interface Props {
  question: QuestionSummary;
  before: QuestionSummary | undefined;
  now: FlowQuestion | undefined;
}

/** Which share of those who answered has chosen each option; of a ranking also its mean place. */
export function OptionsChart({ question, before, now }: Props) {
  const text = useText();
  const formats = useFormats();
  const { choose, isChosen } = useResults();
  const { question_id, options = [] } = question;
  const isRanking = question.style === "ranking";
  const retired = retiredOptions(question, now);
  const answerOf = (option: string) => ({ question: question_id, option });
  const nameOf = (option: string, id: string) => option || id;
  // Where nobody answered before, there is no share.
  const optionsBefore = before && before.answered > 0 ? (before.options ?? []) : null;
  const shareBefore = (id: string) => optionsBefore?.find(({ option_id }) => option_id === id)?.share ?? 0;
  const chosen = options.find(({ option_id }) => isChosen(answerOf(option_id)));
  const asksForText = (now?.options ?? []).some((option) => "asksForText" in option && option.asksForText);
  return (
    <>
      <ChartFigure
        label={question.question}
        note={
          isRanking
            ? text("results_ranking_hint")
            : (now?.isMultiSelect || question.style === "checklist") && text("results_several")
        }
        table={{
          columns: [
            text("results_option"),
            text("results_number"),
            text("results_share"),
            ...(isRanking ? [text("results_mean_place")] : []),
            ...(before ? [text("results_share_before")] : []),
          ],
          rows: options.map(({ option_id, option, count, share, mean_place }) => ({
            id: option_id,
            cells: [
              nameOf(option, option_id),
              {
                text: formats.number(count),
                label: text("results_only_these", { name: nameOf(option, option_id), count }),
                isChosen: isChosen(answerOf(option_id)),
                onChoose: () => choose(answerOf(option_id)),
              },
              formats.percent(share),
              ...(isRanking ? [mean_place === undefined ? "–" : formats.exact(mean_place)] : []),
              ...(before ? [optionsBefore ? formats.percent(shareBefore(option_id)) : "–"] : []),
            ],
          })),
        }}
      >
        <Bars
          bars={options.map(({ option_id, option, count, share, mean_place }) => ({
            id: option_id,
            label: nameOf(option, option_id),
            share: isRanking && mean_place !== undefined ? closeness(mean_place, options.length) : share,
            value:
              isRanking && mean_place !== undefined
                ? text("results_place", { place: formats.exact(mean_place) })
                : `${formats.percent(share)} · ${formats.number(count)}`,
            previous: isRanking || !optionsBefore ? undefined : shareBefore(option_id),
            note: retired.has(option_id) ? text("results_retired_option") : undefined,
          }))}
          chosen={chosen?.option_id}
          onChoose={(id) => choose(answerOf(id))}
        />
      </ChartFigure>
      {asksForText && <WordsPart question={question} />}
    </>
  );
}

/** How near a mean place is to the first, as a part of a bar: all of it for the first. */
function closeness(place: number, places: number): number {
  return (places + 1 - place) / places;
}
