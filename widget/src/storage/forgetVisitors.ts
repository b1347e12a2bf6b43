import { readRecord, removeEntries, writeJson } from "./localStore";
import { forgetNodeHistories } from "./nodeHistory";
import { FORGOTTEN, forgetOwner } from "./owner";

/** What pages have left behind for the outbox, by run. */
const LEFT = "FLOW/left";

/** What is the browser's own, and what waits to be sent. */
const KEPT = [
  "FLOW/device_id",
  "FLOW/link_channels",
  "FLOW/widget",
  "FLOW/kiosk",
  "FLOW/offline",
  "FLOW/left_messages",
  LEFT,
];

/**
 * Forgets everybody who has used this browser (docs/widget.md#logging-out): nobody is known from now on. What waits to be sent
 * stays, as that of somebody who is shown nothing of it.
 */
export function forgetVisitors(): void {
  forgetOwner();
  forgetNodeHistories();
  const left = Object.entries(readRecord<object>(LEFT));
  if (left.length > 0)
    writeJson(LEFT, Object.fromEntries(left.map(([id, one]) => [id, { ...one, person: FORGOTTEN }])));
  removeEntries((name) => !KEPT.includes(name));
  try {
    window.sessionStorage.removeItem("FLOW/chat_drafts");
    window.sessionStorage.removeItem("FLOW/chat_tokens");
  } catch {
    // Storage that cannot be reached holds nothing either.
  }
}
