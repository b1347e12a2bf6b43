import { listen } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";
import type { LifecycleEvent } from "../lifecycle/messages.ts";

/** Creates a button with a text. */
export function createButton(className: string, text = ""): HTMLButtonElement {
  const button = pristine.document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = text;
  return button;
}

/** Calls back on a click. A click by the keyboard has a click count of 0. */
export function onClick(element: HTMLElement, callback: (keyboard: boolean) => void): void {
  listen<MouseEvent>(element, "click", ({ detail }) => callback(detail === 0));
}

export function onEscape(element: HTMLElement, callback: () => void): void {
  listen<KeyboardEvent>(element, "keydown", ({ key }) => {
    if (key === "Escape") callback();
  });
}

/** Tells when the visitor is about to press a button that opens the widget. */
export function watchIntent(button: HTMLElement, send: (event: LifecycleEvent) => void): void {
  const sendIntent = () => send({ type: "intent" });
  listen(button, "pointerenter", sendIntent);
  listen(button, "touchstart", sendIntent);
  listen(button, "focus", sendIntent);
}
