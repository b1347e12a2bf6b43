// One question at a time (docs/flows.md#pace). The entry of a chunk of its own: only flows with this pace load it.
import { flushSync } from "react-dom";
import type { FlowRun } from "../run/flowRun";
import paceStyles from "../styles/lazy/pace.css?inline";
import { onTexts } from "../texts/loadLanguage";
import { adoptStyles } from "../theme/adoptStyles";
import { watchKeys } from "./keys";
import { createPacedRun, type PacedRun } from "./pacedRun";
import { watchChoices } from "./selfAdvance";
import { slide } from "./slide";
import type { Ahead } from "./steps";
import { loadPaceTexts } from "./texts/catalog";

export { loadPaceTexts };

adoptStyles(paceStyles);

/**
 * Returns the run as it is shown: one question at a time.
 *
 * @param ahead what is asked after each state; without it nothing is said about the time that is left.
 * @param onStop takes functions that are called when the page shows something else.
 */
export async function startPace(
  inner: FlowRun,
  ahead: Ahead | undefined,
  onStop: (stop: () => void) => void,
): Promise<FlowRun & Pick<PacedRun, "place">> {
  await loadPaceTexts(inner.view().language);
  const paced = createPacedRun(inner, {
    ahead,
    slide: (direction, show) => slide(direction, () => flushSync(show)),
    loadTexts: loadPaceTexts,
  });
  let isStarted = false;
  /** Once the page is shown, and what the visitor did before is repeated. */
  const start = () => {
    const choices = watchChoices(document, paced);
    onStop(choices.stop);
    onStop(watchKeys(document, paced, choices));
    // Keys answer the first question, too. Where a frame is opened, its host moves the focus.
    if (window.parent === window && document.activeElement === document.body)
      document.querySelector<HTMLElement>(".page")?.focus({ preventScroll: true });
  };
  onStop(onTexts(paced.refresh));
  return {
    ...paced.run,
    place: paced.place,
    startEngine() {
      inner.startEngine();
      if (!isStarted) onStop(cancelable(start));
      isStarted = true;
    },
  };
}

function cancelable(action: () => void): () => void {
  const timer = setTimeout(action);
  return () => clearTimeout(timer);
}
