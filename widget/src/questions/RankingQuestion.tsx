import { FieldGroup } from "../inputs/FieldGroup";
import { RankingList } from "../inputs/RankingList";
import { useQuestionText } from "../texts/useQuestionText";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** Options to put in order, best first. Without a description, a hint explains how. */
export function RankingQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  const text = useQuestionText();
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
