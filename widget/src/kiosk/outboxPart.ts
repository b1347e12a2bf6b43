import { loadChunk } from "../errors/loadChunk";

/** Loads the outbox. At the start of a kiosk, so that no visitor's answers ever wait elsewhere for its script. */
export async function loadOutbox() {
  const { outboxTools } = await loadChunk("outbox", () => import("../outbox"));
  return outboxTools;
}

export type OutboxPart = Awaited<ReturnType<typeof loadOutbox>>;

export type Outbox = ReturnType<OutboxPart["openOutbox"]>;
