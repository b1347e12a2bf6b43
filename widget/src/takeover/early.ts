import { HIDDEN } from "./beginTakeover";
import { recordActs } from "./recordActs";
import { startAfterPaint, whenParsed } from "./startScripts";

/*
 * Stands in the head of a link page that comes with the HTML of its first view (docs/widget.md#takeover): records what the visitor
 * does, so that nothing is missed, starts the page's scripts, and hides the page at once where it would be another one in this browser.
 */

recordActs();
whenParsed.then(startAfterPaint);

const { classList } = document.documentElement;
try {
  // A visitor who has left answers (`run/storedRuns.ts`) may continue with them, which a flow's page offers above its first view.
  if (localStorage.getItem("FLOW/runs") !== null && !classList.contains("route-chat")) classList.add(HIDDEN);
} catch {
  // Nothing can have been left.
}
