import { pristine } from "../basics/pristineGlobals.ts";
import { UNREAD_REPORT, type UnreadReport } from "../protocol/protocol.ts";

/** Parses the message of the page that counts; returns `undefined` for another widget's and for invalid ones. */
export function readUnreadReport(data: unknown, code: string): UnreadReport | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const report = pristine.JSON.parse(data) as UnreadReport | null;
    const isComplete =
      report?.type === UNREAD_REPORT &&
      report.code === code &&
      typeof report.hasChat === "boolean" &&
      (report.unread === null || (typeof report.unread === "number" && report.unread >= 0));
    return isComplete ? report : undefined;
  } catch {
    return undefined;
  }
}
