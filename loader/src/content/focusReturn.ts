import { pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import type { LifecycleView } from "../lifecycle/view.ts";

/** Gives the focus back when the widget is closed (docs/widget.md#life-cycle). */
export interface FocusReturn {
  /** Notes what has the focus: the widget is being opened. */
  note(): void;
  /** Moves the focus to what had it then; to the launcher, if it was that or is gone. */
  giveBack(view: LifecycleView | undefined): void;
}

/** @param container holds all of the widget's elements. */
export function createFocusReturn(core: Core, container: Node): FocusReturn {
  let before: HTMLElement | null = null;
  return {
    note() {
      before = focusedElement();
      // The launcher's frame, or nothing in particular.
      if (before === document.body || pristine.Node.prototype.contains.call(container, before)) before = null;
    },
    giveBack(view) {
      try {
        before?.focus?.();
      } catch {
        // The host's own method.
      }
      // It may have gone meanwhile, or have been disabled.
      if ((!before || focusedElement() !== before) && view?._launcherVisible) core._focusLauncher();
    },
  };
}

/** Returns the focused element of the host page, also in an open shadow root. */
function focusedElement(): HTMLElement | null {
  let element = document.activeElement;
  for (let inner = element; inner; inner = inner.shadowRoot?.activeElement ?? null) element = inner;
  return element as HTMLElement | null;
}
