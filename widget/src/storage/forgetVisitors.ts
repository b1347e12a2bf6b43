import { disownLeft } from "./leftFeedback";
import { removeEntries, removeUnstored } from "./localStore";
import { forgetNodeHistories, NODE_HISTORIES } from "./nodeHistory";
import { forgetOwner } from "./owner";

/** What is the browser's own, and what waits to be sent. */
const KEPT = ["FLOW/device_id", "FLOW/link_channels", "FLOW/kiosk", "FLOW/left", "FLOW/left_messages"];

/**
 * Forgets everybody who has used this browser (docs/widget.md#logging-out): nobody is known from now on. What waits to be sent
 * stays, as that of somebody who is shown nothing of it.
 */
export function forgetVisitors(): void {
  forgetOwner();
  forgetNodeHistories();
  disownLeft();
  removeEntries((name) => name !== NODE_HISTORIES && !KEPT.includes(name));
  forgetTab();
}

/** Forgets what this tab alone has of everybody who has used this browser. */
export function forgetHere(): void {
  forgetOwner();
  removeUnstored((name) => !KEPT.includes(name));
  forgetTab();
}

function forgetTab() {
  try {
    window.sessionStorage.removeItem("FLOW/chat_drafts");
    window.sessionStorage.removeItem("FLOW/chat_tokens");
  } catch {
    // Storage that cannot be reached holds nothing either.
  }
}
