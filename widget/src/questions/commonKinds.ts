import type { Style } from "../engine/types";
import { ChecklistQuestion } from "./ChecklistQuestion";
import { EmailQuestion } from "./EmailQuestion";
import type { QuestionKind } from "./props/questionProps";
import { RadioQuestion } from "./RadioQuestion";
import { ScoreQuestion } from "./ScoreQuestion";
import { TextareaQuestion } from "./TextareaQuestion";
import { TextQuestion } from "./TextQuestion";

/** The components of the styles that most flows use, loaded with every page. All others: `lazyKinds.ts`. */
export const COMMON_KINDS = {
  text: TextQuestion,
  textarea: TextareaQuestion,
  email: EmailQuestion,
  radio: RadioQuestion,
  checklist: ChecklistQuestion,
  score: ScoreQuestion,
  ces: ScoreQuestion,
} satisfies Partial<Record<Style, QuestionKind>>;
