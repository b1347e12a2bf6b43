import { ConjointQuestion } from "./ConjointQuestion";
import { MatrixQuestion } from "./MatrixQuestion";
import { MaxdiffQuestion } from "./MaxdiffQuestion";
import type { QuestionProps } from "./props/questionProps";

/** A matrix in its form: marks to give, profiles to choose between, or statements to rate. */
export function AnyMatrixQuestion(props: QuestionProps) {
  const { matrixForm, options, multiSelect, statements = [] } = props.question;
  const sharesOptions = statements.every((statement) => statement.options.length === 0);
  const hasTwoMarks = options.length === 2 && sharesOptions && !multiSelect;
  if (matrixForm === "maxdiff" && hasTwoMarks) return <MaxdiffQuestion {...props} />;
  if (matrixForm === "conjoint") return <ConjointQuestion {...props} />;
  return <MatrixQuestion {...props} />;
}
