import { type Boot, type FlowOutline, isPreview } from "../boot/boot";
import { readSignature } from "../boot/linkSignature";
import type { FlowEvent, QuestionElement, View } from "../engine/types";
import { hasOutbox } from "../outbox/loadOutbox";
import { loadUploadsPart } from "../questions/files/loadPart";
import type { Visit } from "../run/visit";
import { deviceId } from "../storage/visitor";
import { isUploadStyle } from "../uploads/styles";
import type { Uploads } from "../uploads/uploads";

/** The part of a run that uploads use, when it has started. */
interface Run {
  view(): View;
  send(event: FlowEvent): void;
}

/**
 * Loads what questions for files need; returns `undefined` where the flow has none.
 *
 * @throws {ChunkLoadError} when the script cannot be loaded.
 */
export async function startUploads(
  boot: Boot,
  flow: FlowOutline,
  { query }: Visit,
  run: () => Run,
): Promise<Uploads | undefined> {
  if (!flow.styles.some(isUploadStyle)) return undefined;
  const { connectServer, createUploads, previewServer } = await loadUploadsPart();
  const target = {
    apiBase: boot.api_base,
    nodeId: boot.node?.id ?? "",
    flow,
    deviceId: deviceId(),
    signature: readSignature(query),
  };
  return createUploads({
    server: isPreview(boot, query) ? previewServer() : connectServer(target),
    send: (event) => run().send(event),
    answeredFiles: (questionId) => findQuestion(run().view(), questionId)?.answer?.files ?? [],
    canKeep: hasOutbox,
    isOnline: () => navigator.onLine,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}

function findQuestion({ elements }: View, questionId: string): QuestionElement | undefined {
  const questions = elements.filter((element): element is QuestionElement => "questionId" in element);
  return questions.find((question) => question.questionId === questionId);
}
