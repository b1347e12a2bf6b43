import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import type { Boot } from "./boot";
import type { Screen } from "./screen";

/** What every page is drawn with, React above all: a file of its own, which comes while the engine starts. */
export type Drawing = typeof import("./drawing");

export { loadKinds } from "./questions/kinds";

/** Draws a screen into the page's root, now: by itself React would let the browser first paint the page without it. */
export function draw(root: HTMLElement, boot: Boot, screen: Screen): void {
  flushSync(() => createRoot(root).render(<App boot={boot} screen={screen} />));
}
