import type { FlowEvent } from "../engine/types";
import type { FileLists } from "./fileLists";
import { type Keeping, mayBeTakenLater } from "./keeping";
import { failedState } from "./problems";
import { type RetryServices, sendWithRetries } from "./sendWithRetries";
import { createTaskQueue } from "./taskQueue";
import type { UploadItem, UploadState } from "./uploadItem";
import { type UploadServer, uploadedFile } from "./uploadServer";

/** Sends files to the server, a few at a time, and shows in their list how far they are. */
export interface Sending {
  start(questionId: string, item: UploadItem): void;
  cancel(item: UploadItem): void;
}

/** What sending needs from its run. */
export interface SendingServices extends RetryServices {
  server: UploadServer;
  send: (event: FlowEvent) => void;
  /** Returns whether the outbox takes files: without its script they would be lost with the page. */
  canKeep(): Promise<boolean>;
}

/** How many files are uploaded at the same time. */
export const PARALLEL_UPLOADS = 3;

/**
 * @param keeping takes files that cannot be uploaded now.
 * @param onSettled called when a file of a question is uploaded or kept, or has failed.
 */
export function createSending(
  services: SendingServices,
  lists: FileLists,
  keeping: Keeping,
  onSettled: (questionId: string) => void,
): Sending {
  const { server, send, canKeep } = services;
  const queue = createTaskQueue(PARALLEL_UPLOADS);

  async function upload(questionId: string, key: number, file: File, signal: AbortSignal) {
    const setState = (state: UploadState) => lists.change(questionId, key, { state });
    const showProgress = (part: number) => {
      if (!signal.aborted) setState({ kind: "uploading", percent: Math.floor(part * 100) });
    };
    const sendOnce = () => {
      showProgress(0);
      return server.send(questionId, file, showProgress, signal);
    };
    const outcome = await sendWithRetries(sendOnce, signal, services);
    const uploaded = uploadedFile(outcome);
    const isKept = !uploaded && mayBeTakenLater(outcome) && (await canKeep());
    if (signal.aborted) {
      // The response was on its way already.
      if (uploaded) server.remove(uploaded.id);
      return;
    }
    if (!uploaded && !isKept) setState(failedState(outcome));
    else {
      const answered = uploaded ?? keeping.keep(questionId, file);
      const { id, name, size } = answered;
      lists.change(questionId, key, { name, size, state: { kind: uploaded ? "uploaded" : "kept", id } });
      send({ type: "uploaded", questionId, answer: { files: [answered] } });
    }
    onSettled(questionId);
  }

  return {
    start(questionId, { key, file }) {
      if (file) queue.add(key, (signal) => upload(questionId, key, file, signal));
    },
    cancel: ({ key }) => queue.cancel(key),
  };
}
