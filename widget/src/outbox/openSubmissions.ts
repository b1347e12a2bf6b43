import type { KeptFile } from "./keptFile";
import { forgetLeft, type Latest, leave, noteLeft } from "./leaving";
import type { Outbox } from "./openOutbox";
import { postSubmission } from "./postSubmission";
import { askForSync } from "./triggers";

/** What one page has no outcome for. */
export interface OpenSubmissions {
  /** Writes down what a run's visitor has answered. */
  write(runId: string, written: Latest["written"], files: readonly KeptFile[]): Promise<void>;
  /** The submission with this key has an outcome, or nobody waits for one. */
  close(key: string): void;
  /** The page may go away: sends at once what no attempt is under way for, as far as browsers allow it. */
  leave(): void;
}

/**
 * When the browser is asked to go on after the page (docs/constants.md#delays). Most replies are there before, and no worker needs
 * to be woken for those.
 */
const SYNC_AFTER_MS = 1_000;

export function createOpenSubmissions(
  outbox: Pick<Outbox, "write" | "begin" | "known" | "isUnstored">,
): OpenSubmissions {
  /** By key, in order. */
  const open = new Map<string, Omit<Latest, "hasEarlier"> & { writing: Promise<void> }>();
  /** The key of what was sent when the page seemed to go away: it may go away again. */
  let leftKey: string | undefined;

  /** Forgets what local storage has of a run up to this key, if the database has it. */
  function forgetWritten(runId: string, key: string) {
    const keys = [...open.keys()];
    const later = keys.slice(keys.indexOf(key) + 1);
    if (!outbox.isUnstored(runId)) forgetLeft(runId, (left) => !later.includes(left));
  }
  return {
    async write(runId, written, files) {
      const { key, partial, files: named } = written.submission;
      // The run itself is forgotten with its end. Local storage holds no files.
      if (!partial && !named) noteLeft(runId, written);
      const writing = outbox.write(runId, written, files);
      open.set(key, { id: runId, written, writing });
      setTimeout(() => open.has(key) && void askForSync(), SYNC_AFTER_MS);
      await writing;
      forgetWritten(runId, key);
    },
    close: (key) => void open.delete(key),
    leave() {
      const [latest] = [...open].slice(-1);
      if (!latest || latest[0] === leftKey) return;
      const [key, { id, written, writing }] = latest;
      leftKey = key;
      const left = leave({ id, written, hasEarlier: open.size > 1 }, outbox.known(id));
      if (left) void postSubmission(written.apiBase, left);
      // Before anything that is answered when the page comes back, which would take its place.
      const beginning = left && outbox.begin(id, key);
      void Promise.all([writing, beginning]).then(() => forgetWritten(id, key));
      void askForSync();
    },
  };
}
