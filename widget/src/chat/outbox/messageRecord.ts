import type { OutboxRecord } from "../../outbox/record";
import type { ChatFile, PendingMessage } from "../timeline/pendingMessages";

/** A message in the outbox. Its id is its key, its lane the chat, and the body of its attempt what was written. */
export interface MessageRecord extends OutboxRecord {
  /** The size of its attachment in pixels. */
  imageSize?: ImageSize;
}

export type ImageSize = Pick<ChatFile, "width" | "height">;

/**
 * Returns the messages of one chat as its page shows them.
 *
 * @param records those of the chat, in order.
 * @param attachments of the messages that have one, by their keys.
 * @param progress of the attachments that are being sent, by their keys.
 */
export function toPendingMessages(
  records: readonly MessageRecord[],
  attachments: ReadonlyMap<string, ChatFile>,
  progress: ReadonlyMap<string, number>,
): PendingMessage[] {
  let isHeld = false;
  return records.map((record) => {
    const { id, attempt, writtenAt, failures, settled } = record;
    const attachment = attachments.get(id);
    const state = isHeld ? "held" : stateOf(record);
    isHeld ||= state === "failed";
    const code = settled?.body.code;
    return {
      clientKey: id,
      body: attempt?.body ?? "",
      at: writtenAt,
      ...(attachment && { attachment }),
      state,
      failedAttempts: failures,
      progress: progress.get(id) ?? -1,
      ...(state === "failed" && code !== undefined && { reason: String(code) }),
    };
  });
}

/** Returns whether an attempt is under way, or was when a page was ended. */
export function isOnItsWay({ state, isTried }: MessageRecord): boolean {
  return state === "waiting" && isTried;
}

function stateOf({ state, isTried, failures }: MessageRecord): PendingMessage["state"] {
  if (state === "refused") return "failed";
  if (isTried) return "sending";
  return failures > 0 ? "pausing" : "waiting";
}
