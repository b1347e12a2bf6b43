import type { FileAnswer, FlowEvent, UploadsStatus } from "../engine/types";
import { type Accepted, checkFile, isImage } from "./checkFile";
import { createFileLists } from "./fileLists";
import { failedState } from "./problems";
import { type RetryServices, sendWithRetries } from "./sendWithRetries";
import { createTaskQueue } from "./taskQueue";
import { takesRoom, type UploadItem, type UploadProblem, type UploadState } from "./uploadItem";
import { type UploadServer, uploadedFile } from "./uploadServer";

/**
 * The files that the visitors of a run add to its questions. They are kept here and not in components, since an upload
 * goes on while the visitor looks at another page.
 */
export interface Uploads {
  /** Returns the files of a question, in the order in which they were added; the same list until something changes. */
  items(questionId: string): readonly UploadItem[];
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Adds files and begins to upload them. Those that cannot be taken are listed as refused. */
  add(question: UploadQuestion, files: readonly File[]): void;
  /** Tries a failed upload again. */
  retry(questionId: string, item: UploadItem): void;
  /** Removes a file: cancels its upload, takes it out of the answer, and deletes it from the server. */
  remove(questionId: string, item: UploadItem): void;
  /** Gives up the files of a question, or all of them: the engine has dropped them (effect `discard_uploads`). */
  discard(questionId?: string): void;
  /** Forgets all files: they belong to a feedback now, or nobody is here any more. */
  release(): void;
}

/** What decides whether a question takes a file. */
export interface UploadQuestion {
  id: string;
  accepted: Accepted;
  /** How many files it takes. */
  limit: number;
}

/** What uploads need from their run. */
export interface UploadServices extends RetryServices {
  server: UploadServer;
  send: (event: FlowEvent) => void;
  /** Returns the files in the present answer to a question. */
  answeredFiles: (questionId: string) => readonly FileAnswer[];
}

/** How many files are uploaded at the same time. */
export const PARALLEL_UPLOADS = 3;

export function createUploads(services: UploadServices): Uploads {
  const { server, send, answeredFiles, isOnline } = services;
  const lists = createFileLists();
  const queue = createTaskQueue(PARALLEL_UPLOADS);
  /** What the engine was told last, by question. */
  const told = new Map<string, UploadsStatus>();
  let lastKey = 0;

  /** Tells the engine how far the uploads of a question have come. */
  function tell(questionId: string) {
    const uploads = statusOf(lists.items(questionId));
    if (uploads === (told.get(questionId) ?? "none")) return;
    told.set(questionId, uploads);
    send({ type: "uploading", questionId, uploads });
  }

  function upload(questionId: string, { key, file }: UploadItem) {
    queue.add(key, async (signal) => {
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
      if (signal.aborted) {
        // The response was on its way already.
        if (uploaded) server.remove(uploaded.id);
        return;
      }
      if (uploaded) {
        const { id, name, size } = uploaded;
        lists.change(questionId, key, { name, size, state: { kind: "uploaded", id } });
        send({ type: "uploaded", questionId, answer: { files: [uploaded] } });
      } else {
        setState(failedState(outcome, isOnline()));
      }
      tell(questionId);
    });
  }

  /** Takes an uploaded file out of the answer. The engine refuses while that is being submitted: returns false. */
  function takeBack(questionId: string, id: string): boolean {
    const files = answeredFiles(questionId).filter((file) => file.id !== id);
    send({ type: "answered", questionId, ...(files.length > 0 && { answer: { files } }) });
    return !answeredFiles(questionId).some((file) => file.id === id);
  }

  function drop(questionId: string, item: UploadItem) {
    queue.cancel(item.key);
    lists.drop(questionId, item);
  }

  function dropAll(questionIds: string[], onDropped: (item: UploadItem) => void = () => {}) {
    for (const questionId of questionIds) {
      told.delete(questionId);
      for (const item of lists.items(questionId)) {
        drop(questionId, item);
        onDropped(item);
      }
    }
  }

  function deleteUploaded({ state }: UploadItem) {
    if (state.kind === "uploaded") server.remove(state.id);
  }

  return {
    items: lists.items,
    subscribe: lists.subscribe,
    add(question, files) {
      const list = lists.items(question.id).filter(takesRoom);
      let room = question.limit - list.length;
      const added = files.map((file) => {
        lastKey += 1;
        const item = createItem(
          lastKey,
          file,
          checkFile(file, question.accepted) ?? checkRoom(room, question),
        );
        if (takesRoom(item)) room -= 1;
        return item;
      });
      lists.set(question.id, [...list, ...added]);
      tell(question.id);
      for (const item of added.filter(takesRoom)) upload(question.id, item);
    },
    retry(questionId, item) {
      lists.change(questionId, item.key, { state: { kind: "waiting" } });
      tell(questionId);
      upload(questionId, item);
    },
    remove(questionId, item) {
      if (item.state.kind === "uploaded" && !takeBack(questionId, item.state.id)) return;
      drop(questionId, item);
      deleteUploaded(item);
      tell(questionId);
    },
    discard(questionId) {
      dropAll(questionId === undefined ? lists.questionIds() : [questionId], deleteUploaded);
    },
    release() {
      dropAll(lists.questionIds());
    },
  };
}

function createItem(key: number, file: File, problem: UploadProblem | undefined): UploadItem {
  const { name, size } = file;
  if (problem) return { key, file, name, size, state: { kind: "refused", problem } };
  const picture = isImage(file) && { picture: URL.createObjectURL(file) };
  return { key, file, name, size, ...picture, state: { kind: "waiting" } };
}

function checkRoom(room: number, { limit }: UploadQuestion): UploadProblem | undefined {
  if (room > 0) return undefined;
  return limit === 1 ? { key: "one_file" } : { key: "too_many_files", count: limit };
}

function statusOf(items: readonly UploadItem[]): UploadsStatus {
  const has = (kind: UploadState["kind"]) => items.some(({ state }) => state.kind === kind);
  if (has("waiting") || has("uploading")) return "under_way";
  return has("failed") ? "failed" : "none";
}
