import { runBeforeLeaving } from "../basics/delayed";
import { handToApplication, isInApplication } from "./application";
import { postToFramingPage } from "./framingPage";

/**
 * Tells what surrounds this page something, as JSON text (docs/widget.md#host-messages): the page that frames it, or the
 * mobile application whose web view shows it. After a delay, or earlier if the visitor leaves.
 */
export function postToSurroundings(type: string, data: object, delayMs: number): void {
  const post = surroundings();
  if (post) runBeforeLeaving(delayMs, () => post(JSON.stringify({ type, data })));
}

/** Returns what takes messages; `undefined` for a page on its own in a browser. */
function surroundings(): ((json: string) => void) | undefined {
  if (window.parent !== window) return postToFramingPage;
  return isInApplication() ? handToApplication : undefined;
}
