import { FieldGroup } from "../inputs/FieldGroup";
import { MatrixGroup } from "../inputs/MatrixList";
import { ProfileList } from "../inputs/ProfileList";
import { clearableProps, fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** Sets of profiles, such as products at their prices; one is chosen from each set. */
export function ConjointQuestion(props: QuestionProps) {
  const { question, error, onAnswer } = props;
  const value = question.answer?.matrix ?? {};
  const choose = (statementId: string, ids: string[]) => {
    const sets = Object.entries({ ...value, [statementId]: ids }).filter(([, chosen]) => chosen.length > 0);
    onAnswer(sets.length > 0 ? { matrix: Object.fromEntries(sets) } : undefined);
  };
  return (
    <FieldGroup {...(question.multiSelect ? fieldProps : clearableProps)(props)} single={false}>
      <div className="matrix">
        {question.statements?.map(({ id, label, options }) => (
          <MatrixGroup key={id} label={label} isMissing={error !== undefined && !value[id]}>
            <ProfileList
              profiles={options.length > 0 ? options : question.options}
              selected={value[id] ?? []}
              multiSelect={question.multiSelect}
              onChange={(ids) => choose(id, ids)}
            />
          </MatrixGroup>
        ))}
      </div>
    </FieldGroup>
  );
}
