import { FieldGroup } from "../inputs/FieldGroup";
import { RankingList } from "../inputs/RankingList";
import { useText } from "../texts/useText";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./kind";

/** All options, best first. Without a description of its own it says how to do that. */
export function RankingQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  const text = useText();
  return (
    <FieldGroup
      {...fieldProps(props)}
      description={question.description ?? text("ranking_hint")}
      single={false}
    >
      <RankingList
        options={question.options}
        ranking={question.answer?.ranking ?? []}
        onChange={(ranking) => onAnswer(ranking.length > 0 ? { ranking } : undefined)}
      />
    </FieldGroup>
  );
}
