import { DEFAULT_FONT_COLOR, DEFAULT_PRIMARY_COLOR, type WidgetConfiguration } from "../configuration.ts";
import type { LauncherBox } from "../frame/geometry.ts";
import type { LifecycleView } from "../lifecycle/lifecycle.ts";
import { clean, listen, setAttribute } from "../realm.ts";
import { placeStyle, setStyle, VISIBLE } from "../style.ts";
import type { LauncherGround } from "./ground.ts";
import { drawCloseIcon, drawOpenIcon } from "./icons.ts";
import type { Labels } from "./labels.ts";
import { LAUNCHER_SHEET } from "./sheet.ts";

/** The round button that opens and closes the widget. */
export interface Launcher {
  show(box: LauncherBox, view: LifecycleView): void;
  focus(): void;
}

export interface LauncherActs {
  /** The visitor is about to press it: hover, focus or touch. */
  approach(): void;
  /** Pressed; by the keyboard, or by mouse or finger. */
  press(keyboard: boolean): void;
  escape(): void;
}

/** Draws the launcher on its ground. */
export function createLauncher(
  ground: LauncherGround,
  configuration: WidgetConfiguration,
  language: string,
  labels: Labels,
  acts: LauncherActs,
): Launcher {
  const { element } = ground;
  let place = () => {};
  let ring = false;

  const { document } = clean;
  const button = document.createElement("button");
  const mark = document.createElement("i");
  button.type = "button";
  button.lang = language;
  const colour = (name: string, value: string) => button.style.setProperty(name, value);
  const primary = configuration.primary_color || DEFAULT_PRIMARY_COLOR;
  colour("--primary", primary);
  colour("--secondary", configuration.secondary_color || primary);
  colour("--ink", configuration.font_color || DEFAULT_FONT_COLOR);
  button.appendChild(drawOpenIcon(document));
  button.appendChild(drawCloseIcon(document));
  setAttribute(element, "title", labels.title);

  const setRing = (on: boolean) => {
    ring = on;
    place();
  };

  listen(button, "pointerenter", acts.approach);
  listen(button, "touchstart", acts.approach);
  listen(button, "focus", () => {
    setRing(button.matches(":focus-visible"));
    acts.approach();
  });
  listen(button, "blur", () => setRing(false));
  // A press by the keyboard counts no clicks.
  listen<MouseEvent>(button, "click", (event) => acts.press(event.detail === 0));
  listen<KeyboardEvent>(button, "keydown", (event) => {
    if (event.key === "Escape") acts.escape();
  });
  ground.draw(button, LAUNCHER_SHEET);

  return {
    show(box, view) {
      place = () => setStyle(element, launcherStyle(box, view.launcher, ring));
      place();
      button.setAttribute("aria-expanded", `${view.open}`);
      button.setAttribute("aria-busy", `${view.busy}`);
      const unread = !view.open && view.unread > 0;
      button.setAttribute(
        "aria-label",
        view.open ? labels.close : labels.open + (unread ? ` (${view.unread})` : ""),
      );
      if (unread) button.appendChild(mark);
      else mark.remove();
    },
    focus: () => button.focus(),
  };
}

function launcherStyle(box: LauncherBox, visible: boolean, ring: boolean): string {
  return (
    placeStyle(box, box.size, box.size, "50%") +
    // Ring and shadow are the frame's, not the button's: the frame can then be as small as the button, and takes
    // no clicks from the page around it.
    `box-shadow:${ring ? RING : ""}${SHADOW};transition:box-shadow .15s,opacity .25s;` +
    (visible ? VISIBLE : "visibility:hidden;opacity:0;")
  );
}

const RING = "0 0 0 2px #fff,0 0 0 4px #111827,";
const SHADOW = "0 1px 3px rgba(15,23,42,.16),0 8px 24px -4px rgba(15,23,42,.36)";
