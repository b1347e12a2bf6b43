import type { ComponentType } from "react";
import type { AnswerInput, QuestionElement, Style } from "../engine/types";
import { loadChunk } from "../errors/loadChunk";
import { PulsenError } from "../errors/pulsenError";
import { ChecklistQuestion } from "./checklist";
import { EmailQuestion } from "./email";
import { RadioQuestion } from "./radio";
import { ScoreQuestion } from "./score";
import { TextQuestion } from "./text";
import { TextareaQuestion } from "./textarea";

/** What every kind of question gets. */
export interface QuestionProps {
  question: QuestionElement;
  /** What is wrong with the answer, in the visitor's language. */
  error: string | undefined;
  /** Takes the new answer; without one it is cleared. */
  onAnswer: (answer?: AnswerInput) => void;
  /** The visitor has finished with the answer: what follows from it may be looked up. */
  onDone: () => void;
}

type Kind = ComponentType<QuestionProps>;

/** Need endpoints that the server does not have yet. It refuses flows with them. */
type Unserved = "file" | "phone_verification" | "screenshot";

/** How each style is asked that most flows consist of: the one table, with `further.ts`. */
const COMMON_KINDS = {
  text: TextQuestion,
  textarea: TextareaQuestion,
  email: EmailQuestion,
  radio: RadioQuestion,
  checklist: ChecklistQuestion,
  score: ScoreQuestion,
  ces: ScoreQuestion,
};

/** A style that is in neither table, nor named as unserved, does not compile. */
export type FurtherKinds = Record<Exclude<Style, keyof typeof COMMON_KINDS | Unserved>, Kind>;

let kinds: Partial<Record<Style, Kind>> = COMMON_KINDS;

/**
 * Loads the kinds that a flow asks and that are not here yet: before its first page, so that none waits later.
 *
 * @throws {ChunkLoadError} when they do not come.
 */
export async function loadKinds(flow: { styles: string[] } | null): Promise<void> {
  if (!flow || flow.styles.every((style) => style in kinds)) return;
  const { FURTHER_KINDS } = await loadChunk("questions", () => import("./further"));
  kinds = { ...COMMON_KINDS, ...FURTHER_KINDS };
}

/** @throws {PulsenError} for a style that cannot be asked. */
export function kindOf(style: Style): Kind {
  const kind = kinds[style];
  if (!kind) throw new PulsenError(`The style "${style}" cannot be asked yet.`);
  return kind;
}
