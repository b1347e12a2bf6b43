import { DEFAULT_FONT_COLOR, DEFAULT_PRIMARY_COLOR, type WidgetConfiguration } from "../configuration.ts";
import type { LauncherBox } from "../frame/geometry.ts";
import type { LifecycleEvent } from "../lifecycle/messages.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { listen } from "../listeners.ts";
import { pristine, setAttribute } from "../pristineGlobals.ts";
import { placementStyle, setStyle, VISIBLE } from "../style.ts";
import { createCloseIcon, createOpenIcon } from "./icons.ts";
import type { Labels } from "./labels.ts";
import { LAUNCHER_CSS } from "./launcherStyles.ts";
import type { LauncherMount } from "./mount.ts";

/** The round button that opens and closes the widget. */
export interface Launcher {
  render(box: LauncherBox, view: LifecycleView): void;
  focus(): void;
}

export function createLauncher(
  { element, render }: LauncherMount,
  configuration: WidgetConfiguration,
  language: string,
  labels: Labels,
  send: (event: LifecycleEvent) => void,
): Launcher {
  let applyStyle = () => {};
  let focusVisible = false;

  const button = createButton(configuration, language);
  const unreadMark = pristine.document.createElement("i");
  setAttribute(element, "title", labels.title);

  const setFocusVisible = (value: boolean) => {
    focusVisible = value;
    applyStyle();
  };

  const sendIntent = () => send({ type: "intent" });
  listen(button, "pointerenter", sendIntent);
  listen(button, "touchstart", sendIntent);
  listen(button, "focus", () => {
    setFocusVisible(button.matches(":focus-visible"));
    sendIntent();
  });
  listen(button, "blur", () => setFocusVisible(false));
  // A click by the keyboard has a click count of 0.
  listen<MouseEvent>(button, "click", ({ detail }) => send({ type: "toggle", keyboard: detail === 0 }));
  listen<KeyboardEvent>(button, "keydown", ({ key }) => {
    if (key === "Escape") send({ type: "close" });
  });
  render(button, LAUNCHER_CSS);

  return {
    render(box, view) {
      applyStyle = () => setStyle(element, launcherStyle(box, view.launcherVisible, focusVisible));
      applyStyle();
      button.setAttribute("aria-expanded", `${view.open}`);
      button.setAttribute("aria-busy", `${view.busy}`);
      const hasUnread = !view.open && view.unread > 0;
      button.setAttribute(
        "aria-label",
        view.open ? labels.close : labels.open + (hasUnread ? ` (${view.unread})` : ""),
      );
      if (hasUnread) button.appendChild(unreadMark);
      else unreadMark.remove();
    },
    focus: () => button.focus(),
  };
}

function createButton(configuration: WidgetConfiguration, language: string): HTMLButtonElement {
  const { document } = pristine;
  const button = document.createElement("button");
  button.type = "button";
  button.lang = language;
  const setColor = (name: string, color: string) => button.style.setProperty(name, color);
  const primary = configuration.primary_color || DEFAULT_PRIMARY_COLOR;
  setColor("--primary", primary);
  setColor("--secondary", configuration.secondary_color || primary);
  setColor("--ink", configuration.font_color || DEFAULT_FONT_COLOR);
  button.appendChild(createOpenIcon(document));
  button.appendChild(createCloseIcon(document));
  return button;
}

function launcherStyle(box: LauncherBox, visible: boolean, focusVisible: boolean): string {
  return (
    placementStyle(box, box.size, box.size, "50%") +
    // The focus ring and the shadow belong to the frame: it can then be as small as the button, and does not
    // intercept clicks on the page around it.
    `box-shadow:${focusVisible ? FOCUS_RING : ""}${SHADOW};transition:box-shadow .15s,opacity .25s;` +
    (visible ? VISIBLE : "visibility:hidden;opacity:0;")
  );
}

const FOCUS_RING = "0 0 0 2px #fff,0 0 0 4px #111827,";
const SHADOW = "0 1px 3px rgba(15,23,42,.16),0 8px 24px -4px rgba(15,23,42,.36)";
