import type { UploadTextKey } from "./texts/catalog";

/** A file that a visitor has added to a question. Items are not changed: a change replaces them. */
export interface UploadItem {
  /** Tells the run's files apart. */
  key: number;
  /** Absent where it was uploaded by an earlier page. */
  file?: File;
  /** The file's name; once it is uploaded, the one that the server gave it. */
  name: string;
  /** In bytes. */
  size: number;
  /** The address of the image in the browser's memory; absent for other files. */
  picture?: string;
  state: UploadState;
}

export type UploadState =
  /** Others are uploaded first. */
  | { kind: "waiting" }
  /** `percent` is 100 while the server examines the file. */
  | { kind: "uploading"; percent: number }
  /** Part of the answer, under this id. */
  | { kind: "uploaded"; id: string }
  /** Part of the answer, under an id of the page's own, until the outbox has uploaded it. */
  | { kind: "kept"; id: string }
  /**
   * The file keeps the visitor on the page until it is tried again, where that may help, or removed. `id`: it is part of the
   * answer, since it was kept at first.
   */
  | { kind: "failed"; problem: UploadProblem; mayRetry: boolean; id?: string }
  /** The file was not even sent. It holds nobody up. */
  | { kind: "refused"; problem: UploadProblem };

/** Why a file cannot be uploaded. */
export interface UploadProblem {
  key: UploadTextKey;
  /** For `too_many_files`. */
  count?: number;
}

/** Returns whether a file counts toward those that its question takes. */
export function takesRoom({ state }: UploadItem): boolean {
  return state.kind !== "refused";
}
