import { pristine } from "../basics/pristineGlobals.ts";
import { UNREAD_ACT, UNREAD_REPORT, type UnreadAct, type UnreadReport } from "../protocol/protocol.ts";

/** Parses a message of the page that counts; returns `undefined` for another widget's and for invalid ones. */
export function readUnreadMessage(data: unknown, code: string): UnreadReport | UnreadAct | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const message = pristine.JSON.parse(data) as UnreadReport | UnreadAct | null;
    return message?.code === code && isComplete(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isComplete(message: UnreadReport | UnreadAct): boolean {
  if (message.type === UNREAD_ACT)
    return typeof message.opens === "boolean" && typeof message.keyboard === "boolean";
  return (
    message.type === UNREAD_REPORT &&
    typeof message.hasChat === "boolean" &&
    (message.unread === null || isCount(message.unread)) &&
    (message.height === undefined || isCount(message.height))
  );
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0;
}
