import { pristine, report } from "../basics/pristineGlobals.ts";
import { MODULE_TIMEOUT_MS } from "../core/interactionLoader.ts";
import type { Core } from "../core/parts.ts";
import type { Labels } from "../protocol/configuration.ts";

/** The language that was asked for last. */
let wanted = "";

/**
 * Shows the launcher in a language whose labels the server has. If they do not come, it keeps those that it has and only
 * the widget's own texts change.
 *
 * @param language in lower case.
 * @param onEnd called when the launcher is shown in it, or in a later one.
 */
export function loadLabels(core: Core, language: string, onEnd: () => void): void {
  wanted = language;
  let isOver = false;
  const show = (labels: Labels) => {
    isOver = true;
    if (language === wanted) core.setLanguage(language, labels);
    onEnd();
  };
  // Not cleared: the frame whose timers these are may be another one by then.
  pristine.setTimeout(() => {
    if (isOver) return;
    report(
      `ChunkLoadError: The part "labels-${language}" of the feedback widget could not be loaded: timeout.`,
    );
    show(core.labels);
  }, MODULE_TIMEOUT_MS);
  const address = `${core._configuration.api_base}/loader/labels-${language}.js`;
  pristine.Promise.prototype.then.call(
    // A module, which the host's policy allows as it allows the loader.
    import(/* @vite-ignore */ address),
    (module: { default: Labels }) => show(module.default),
    () => show(core.labels),
  );
}
