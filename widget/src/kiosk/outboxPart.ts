import { loadChunk } from "../errors/loadChunk";

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
