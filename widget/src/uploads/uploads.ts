import type { Feedback, FileAnswer, UploadsStatus } from "../engine/types";
import type { KeptFile } from "../outbox/records/record";
import { type Accepted, checkFile, isImage } from "./checkFile";
import { createFileLists, type FileLists } from "./fileLists";
import { createKeeping, type Keeping } from "./keeping";
import { isPhoto, preparePhoto } from "./preparePhoto";
import { failedState } from "./problems";
import type { SendOutcome } from "./sendFile";
import { createSending, type SendingServices } from "./sending";
import { createTaskQueue } from "./taskQueue";
import { takesRoom, type UploadItem, type UploadProblem, type UploadState } from "./uploadItem";

/**
 * The files that the visitors of a run add to its questions. They are kept here and not in components, since an upload
 * continues while the visitor looks at another page.
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
  /** Returns the files that a feedback names and that could not be uploaded yet. */
  keptFor(feedback: Feedback): KeptFile[];
  /** Returns those of these files that could not be uploaded yet. */
  kept(ids: readonly string[]): KeptFile[];
  /** Returns the names of a question's files that are no part of its answer yet. */
  unsent(questionId: string): string[];
  /** Lists the files of a run that is continued, by question; `kept` are those of them that could not be uploaded yet. */
  restore(files: Readonly<Record<string, readonly FileAnswer[]>>, kept: readonly KeptFile[]): void;
  /** Notes that the server has refused a kept file at last. */
  refuse(id: string, outcome: SendOutcome): void;
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
export interface UploadServices extends SendingServices {
  /** Returns the files in the present answer to a question. */
  answeredFiles: (questionId: string) => readonly FileAnswer[];
}

export function createUploads(services: UploadServices): Uploads {
  const { server, send, answeredFiles } = services;
  const lists = createFileLists();
  const keeping = createKeeping(server);
  const sending = createSending(services, lists, keeping, tell);
  /** What the engine was told last, by question. */
  const told = new Map<string, UploadsStatus>();
  const nextKey = createCounter();
  // One after the other: a photo takes a hundred megabytes while it is read.
  const preparing = createTaskQueue(1);

  /** Tells the engine how far the uploads of a question have come. */
  function tell(questionId: string) {
    const uploads = statusOf(lists.items(questionId));
    if (uploads === (told.get(questionId) ?? "none")) return;
    told.set(questionId, uploads);
    send({ type: "uploading", questionId, uploads });
  }

  /** Takes an uploaded file out of the answer. The engine refuses while that is being submitted: returns false. */
  function takeBack(questionId: string, id: string): boolean {
    const files = answeredFiles(questionId).filter((file) => file.id !== id);
    send({ type: "answered", questionId, ...(files.length > 0 && { answer: { files } }) });
    return !answeredFiles(questionId).some((file) => file.id === id);
  }

  /** Uploads a file that was added; a photo, once it is prepared and can be taken. */
  function begin(question: UploadQuestion, item: UploadItem) {
    const { key, file } = item;
    if (!file || !isPhoto(file)) return sending.start(question.id, item);
    preparing.add(key, async (signal) => {
      const prepared = await preparePhoto(file);
      if (signal.aborted) return;
      const problem = checkFile(prepared, question.accepted);
      const { name, size } = prepared;
      const state: UploadState = problem ? { kind: "refused", problem } : { kind: "waiting" };
      const next = { ...item, ...(!item.picture && pictureOf(prepared)), file: prepared, name, size, state };
      lists.change(question.id, key, next);
      if (problem) tell(question.id);
      else sending.start(question.id, next);
    });
  }

  function drop(questionId: string, item: UploadItem) {
    preparing.cancel(item.key);
    sending.cancel(item);
    keeping.drop(answeredId(item));
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

  const deleteUploaded = (item: UploadItem) => deleteFromServer(item, server);

  return {
    items: lists.items,
    subscribe: lists.subscribe,
    add(question, files) {
      const list = lists.items(question.id).filter(takesRoom);
      const added = createItems(question, list.length, files, nextKey);
      lists.set(question.id, [...list, ...added]);
      tell(question.id);
      for (const item of added.filter(takesRoom)) begin(question, item);
    },
    retry(questionId, item) {
      lists.change(questionId, item.key, { state: { kind: "waiting" } });
      tell(questionId);
      sending.start(questionId, item);
    },
    remove(questionId, item) {
      const id = answeredId(item);
      if (id !== undefined && !takeBack(questionId, id)) return;
      drop(questionId, item);
      deleteUploaded(item);
      tell(questionId);
    },
    discard(questionId) {
      dropAll(questionId === undefined ? lists.questionIds() : [questionId], deleteUploaded);
    },
    keptFor: ({ responses }) => keeping.find(responses.map(({ active_storage_blob_id: id = "" }) => id)),
    kept: keeping.find,
    unsent: (questionId) => lists.items(questionId).flatMap(unsentName),
    restore: (files, kept) => restoreFiles(files, kept, { lists, keeping, nextKey }),
    refuse(id, outcome) {
      for (const questionId of markRefused(lists, id, outcome)) tell(questionId);
    },
    release: () => dropAll(lists.questionIds()),
  };
}

/** Marks a file whose answer has it under an id, and returns the questions that have it. */
function markRefused(lists: FileLists, id: string, outcome: SendOutcome): string[] {
  return lists.questionIds().filter((questionId) => {
    const item = lists.items(questionId).find((other) => answeredId(other) === id);
    const state = { ...failedState(outcome), mayRetry: false, id };
    if (item) lists.change(questionId, item.key, { state });
    return item !== undefined;
  });
}

/** Returns the id under which the answer has a file. */
function answeredId({ state }: UploadItem): string | undefined {
  return "id" in state ? state.id : undefined;
}

/** Returns the name of a file that is no part of its answer yet. */
function unsentName(item: UploadItem): string[] {
  return takesRoom(item) && answeredId(item) === undefined ? [item.name] : [];
}

/** @param taken how many files the question has. */
function createItems(
  question: UploadQuestion,
  taken: number,
  files: readonly File[],
  nextKey: () => number,
): UploadItem[] {
  const items: UploadItem[] = [];
  for (const file of files) {
    const room = question.limit - taken - items.filter(takesRoom).length;
    const problem =
      (isPhoto(file) ? undefined : checkFile(file, question.accepted)) ?? checkRoom(room, question);
    items.push(createItem(nextKey(), file, problem));
  }
  return items;
}

function createItem(key: number, file: File, problem: UploadProblem | undefined): UploadItem {
  const { name, size } = file;
  if (problem) return { key, file, name, size, state: { kind: "refused", problem } };
  return { key, file, name, size, ...pictureOf(file), state: { kind: "waiting" } };
}

function deleteFromServer({ state }: UploadItem, server: UploadServices["server"]) {
  if (state.kind === "uploaded") server.remove(state.id);
}

function restoreFiles(
  files: Readonly<Record<string, readonly FileAnswer[]>>,
  kept: readonly KeptFile[],
  { lists, keeping, nextKey }: { lists: FileLists; keeping: Keeping; nextKey: () => number },
) {
  kept.forEach(keeping.takeOver);
  for (const [questionId, answered] of Object.entries(files)) {
    const items = answered.map((file) => restoredItem(nextKey(), file, kept));
    lists.set(questionId, items);
  }
}

/** @param kept the files that could not be uploaded yet. */
function restoredItem(key: number, { id, name, size }: FileAnswer, kept: readonly KeptFile[]): UploadItem {
  const file = kept.find((other) => other.id === id)?.file;
  if (!file) return { key, name, size, state: { kind: "uploaded", id } };
  return { key, file, name, size, ...pictureOf(file), state: { kind: "kept", id } };
}

function pictureOf(file: File): Pick<UploadItem, "picture"> {
  return isImage(file) ? { picture: URL.createObjectURL(file) } : {};
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

function createCounter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}
