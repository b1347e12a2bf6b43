import { createListeners } from "../basics/listeners";
import { loadChunk } from "../basics/loadChunk";

/** What waits on this device. */
export interface Queue {
  /** Returns the same object until something changes. */
  summary(): ReturnType<OutboxPart["summarize"]>;
  /** Returns the ids of what waits although its visitor was at the end; the same list until something changes. */
  kept(): readonly string[];
  subscribe(listener: () => void): () => void;
  /** Returns a file of a record. */
  file(id: string, fileId: string): Promise<Blob | undefined>;
  /** Removes what staff have dealt with. */
  remove(records: readonly { id: string }[]): Promise<void>;
  /** Removes what the server has: nobody at this device asks for it any more. */
  tidy(): Promise<void>;
}

/** Shortest time between two looks at the whole queue. */
const LOOK_INTERVAL_MS = 300;

/** @param onEmptied called when something was sent and nothing waits any more. */
export function followQueue(outbox: Outbox, { isOver, summarize }: OutboxPart, onEmptied: () => void): Queue {
  const listeners = createListeners();
  let summary = summarize([], [], undefined, Date.now());
  let kept: readonly string[] = [];
  let isLooking = false;

  async function look(isChanged: boolean) {
    isLooking = false;
    const records = await outbox.records();
    summary = summarize(records, [], undefined, Date.now());
    kept = records.flatMap(({ id, state, isKept }) => (state === "waiting" && isKept ? id : []));
    if (isChanged && summary.waiting === 0) onEmptied();
    listeners.notify();
  }
  outbox.subscribe(() => {
    if (isLooking) return;
    isLooking = true;
    setTimeout(() => look(true).catch(console.error), LOOK_INTERVAL_MS);
  });
  look(false).catch(console.error);
  return {
    summary: () => summary,
    kept: () => kept,
    subscribe: listeners.add,
    file: async (id, fileId) => (await outbox.file(id, fileId))?.file,
    remove: (records) => outbox.remove(...records.map(({ id }) => id)),
    async tidy() {
      const records = await outbox.records();
      const over = records.filter(isOver).map(({ id }) => id);
      // Of those only what is still over: another tab may have gone on.
      await outbox.clear(...over);
    },
  };
}

/**
 * Loads the outbox, with what it takes to send files. At the start of a kiosk: the network may be away when its first visitor
 * needs them.
 */
export async function loadOutbox() {
  const { outboxTools } = await loadChunk("outbox", () => import("../outbox"));
  await outboxTools.loadRare();
  return outboxTools;
}

export type OutboxPart = Awaited<ReturnType<typeof loadOutbox>>;

export type Outbox = ReturnType<OutboxPart["sharedOutbox"]>;
