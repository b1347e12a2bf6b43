import type { Labels } from "../configuration.ts";
import type { Core } from "../parts.ts";
import { pristine } from "../pristineGlobals.ts";

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
  const show = (labels: Labels) => {
    if (language === wanted) core.setLanguage(language, labels);
    onEnd();
  };
  const address = `${core.configuration.api_origin}/loader/labels-${language}.js`;
  pristine.Promise.prototype.then.call(
    // A module, which the host's policy allows as it allows the loader.
    import(/* @vite-ignore */ address),
    (module: { default: Labels }) => show(module.default),
    () => show(core.labels),
  );
}
