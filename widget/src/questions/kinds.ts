import { loadChunk } from "../basics/loadChunk";
import type { FlowOutline } from "../boot/boot";
import type { Style } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { isUploadStyle } from "../uploads/styles";
import { COMMON_KINDS } from "./commonKinds";
import { loadUploadsPart } from "./files/loadPart";
import type { QuestionKind } from "./props/questionProps";

let kinds: Partial<Record<Style, QuestionKind>> = COMMON_KINDS;

/**
 * Loads the components of a flow's question styles that are not part of every page. Called before the flow's first page
 * is shown, so that no later page has to wait.
 *
 * @throws {ChunkLoadError} when they cannot be loaded.
 */
export async function loadKinds(flow: Pick<FlowOutline, "styles"> | null): Promise<void> {
  const missing = flow?.styles.filter((style) => !(style in kinds)) ?? [];
  const [lazy, uploads] = await Promise.all([
    missing.every(isUploadStyle) ? undefined : loadChunk("questions", () => import("./lazyKinds")),
    missing.some(isUploadStyle) ? loadUploadsPart() : undefined,
  ]);
  addKinds({ ...lazy?.LAZY_KINDS, ...uploads?.UPLOAD_KINDS });
}

/** Adds components that are there. */
export function addKinds(more: typeof kinds): void {
  kinds = { ...kinds, ...more };
}

/** Returns the component for a question style. @throws {PulsenError} for one that has not been loaded. */
export function questionKind(style: Style): QuestionKind {
  const kind = kinds[style];
  if (!kind) throw new PulsenError(`The question style "${style}" has not been loaded.`);
  return kind;
}
