import type { Style } from "../engine/types";
import { loadChunk } from "../errors/loadChunk";
import { PulsenError } from "../errors/pulsenError";
import { COMMON_KINDS } from "./commonKinds";
import type { QuestionKind } from "./questionProps";

let kinds: Partial<Record<Style, QuestionKind>> = COMMON_KINDS;

/**
 * Loads the question components that a flow uses and that are not part of every page. Called before the flow's first
 * page is shown, so that no later page has to wait.
 *
 * @throws {ChunkLoadError} when they cannot be loaded.
 */
export async function loadKinds(flow: FlowOutline | null): Promise<void> {
  const elements = flow?.states?.flatMap((state) => state.elements ?? []) ?? [];
  if (elements.every(({ question }) => !question?.style || question.style in kinds)) return;
  const { LAZY_KINDS } = await loadChunk("questions", () => import("./lazyKinds"));
  kinds = { ...COMMON_KINDS, ...LAZY_KINDS };
}

/** The parts of a flow that name its question styles. */
interface FlowOutline {
  states?: { elements?: { question?: { style?: string } | null }[] | null }[] | null;
}

/** Returns the component for a question style. @throws {PulsenError} for a style that is not supported. */
export function questionKind(style: Style): QuestionKind {
  const kind = kinds[style];
  if (!kind) throw new PulsenError(`The question style "${style}" is not supported yet.`);
  return kind;
}
