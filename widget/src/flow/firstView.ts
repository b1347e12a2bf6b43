import type { Boot } from "../boot/boot";
import type { View } from "../engine/types";
import type { Visit } from "../run/visit";
import { readPreloadedAnswers } from "./preloadedAnswers";

/**
 * Reads the view that the server has computed for this page (docs/engine.md#first-view). `undefined` where there is none,
 * or where only the browser knows that the visitor sees another: the page then waits for the engine.
 */
export function readFirstView(document: Document, boot: Boot, visit: Visit): View | undefined {
  const text = document.getElementById("view")?.textContent;
  if (!text || readPreloadedAnswers(visit.query) || readsAddress(boot, visit)) return undefined;
  const view: View = JSON.parse(text);
  return isInLanguage(view, boot, visit) ? view : undefined;
}

/** Returns whether hidden fields read the host page's address, of which the server has not heard. */
function readsAddress({ flow }: Boot, { query }: Visit): boolean {
  return !!flow?.hiddenFields?.some((name) => query.has(name));
}

/** Returns whether the view is in the visitor's language. A host page may ask for another than the widget's record. */
function isInLanguage(view: View, boot: Boot, { widgetLanguage }: Visit): boolean {
  const assumed = boot.widget?.default_language_code?.toLowerCase();
  const wanted = widgetLanguage?.toLowerCase();
  return wanted === assumed || wanted === view.language;
}
