import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import type { Boot } from "./boot/boot";
import type { Screen } from "./screen";
import { takeOver } from "./takeover/takeOver";

export { loadKinds } from "./questions/kinds";

/**
 * Renders a screen into the page's root, synchronously: React would otherwise let the browser first paint an empty page. The HTML of
 * a first view is replaced, not hydrated: what is drawn over it cannot mismatch, and takes fewer bytes.
 */
export function renderScreen(root: HTMLElement, boot: Boot, screen: Screen): void {
  const isOtherView = screen.kind === "part" && screen.isOtherView === true;
  takeOver(root, !isOtherView, () =>
    flushSync(() => createRoot(root).render(<App boot={boot} screen={screen} />)),
  );
}
