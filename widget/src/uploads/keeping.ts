import { randomId } from "../basics/randomId";
import type { FileAnswer } from "../engine/types";
import type { KeptFile } from "../outbox/records/record";
import type { SendOutcome } from "./sendFile";
import type { UploadServer } from "./uploadServer";

/** Files of the run that could not be uploaded. They leave the page through the outbox, before the feedback that names them. */
export interface Keeping {
  /** Keeps a file, and returns what the answer says of it. */
  keep(questionId: string, file: File): FileAnswer;
  /** Takes over a file that an earlier page of the run has kept. */
  takeOver(file: KeptFile): void;
  /** Returns the kept ones of these files. */
  find(ids: readonly string[]): KeptFile[];
  drop(id: string | undefined): void;
}

export function createKeeping({ addressOf }: Pick<UploadServer, "addressOf">): Keeping {
  const files = new Map<string, KeptFile>();
  return {
    keep(questionId, file) {
      const id = `kept-${randomId()}`;
      files.set(id, { id, file, ...addressOf(questionId) });
      const { name, size, type } = file;
      return { id, name, size, type };
    },
    takeOver: (file) => void files.set(file.id, file),
    find: (ids) => ids.flatMap((id) => files.get(id) ?? []),
    drop: (id = "") => void files.delete(id),
  };
}

/**
 * Returns whether a file that was not taken may be taken later: no reply came, the server is busy or broken, or what came
 * is not the server's reply, such as the page on which a hotel's guests log in.
 */
export function mayBeTakenLater({ status }: SendOutcome): boolean {
  return status < 400 || status === 408 || status === 429 || status >= 500;
}
