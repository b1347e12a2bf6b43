import { listen } from "../basics/listeners.ts";
import { pristine, setAttribute } from "../basics/pristineGlobals.ts";
import type { Box } from "../layout/geometry.ts";
import { boxStyle, HIDDEN, SHADOW, setStyle, VISIBLE } from "../layout/style.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { DEFAULT_PRIMARY_COLOR } from "../protocol/configuration.ts";
import { onClick, onEscape, watchIntent } from "./buttons.ts";
import type { FormOptions } from "./form.ts";

/** The button that opens and closes the widget. */
export interface Launcher {
  _render(view: LifecycleView, box: Box, radius: string): void;
  focus(): void;
}

/**
 * Makes a button the widget's launcher.
 *
 * @param openLabel its name while the widget is closed.
 * @param css the style sheet of its surface. The widget's colors are custom properties.
 */
export function createLauncher(
  {
    _mount: { _launcher: surface },
    _configuration: configuration,
    language,
    labels,
    _send: send,
  }: FormOptions,
  button: HTMLButtonElement,
  openLabel: string,
  css: string,
): Launcher {
  const { _element: element } = surface;
  const unreadMark = pristine.document.createElement("i");
  let applyStyle = () => {};
  let focusVisible = false;

  button.lang = language;
  // The content frame has another one.
  setAttribute(element, "title", labels.open);
  // One by one, so that an invalid one affects nothing else.
  const setColor = (name: string, color: string) => button.style.setProperty(name, color);
  const primary = configuration.primary_color || DEFAULT_PRIMARY_COLOR;
  setColor("--primary", primary);
  setColor("--secondary", configuration.secondary_color || primary);
  if (configuration.font_color) setColor("--ink", configuration.font_color);

  const setFocusVisible = (value: boolean) => {
    focusVisible = value;
    applyStyle();
  };
  watchIntent(button, send);
  listen(button, "focus", () => setFocusVisible(button.matches(":focus-visible")));
  listen(button, "blur", () => setFocusVisible(false));
  onClick(button, (keyboard) => send({ type: "toggle", _keyboard: keyboard }));
  onEscape(button, () => send({ type: "close" }));
  surface._draw(button, css);

  return {
    _render({ _launcherVisible: launcherVisible, open, _busy: busy, unread }, box, radius) {
      applyStyle = () =>
        setStyle(
          element,
          boxStyle(box) +
            // The focus ring and the shadow belong to the frame: it can then be as small as the button, and does not
            // intercept clicks on the page around it.
            `border-radius:${radius};box-shadow:${focusVisible ? FOCUS_RING : ""}${SHADOW};` +
            `transition:box-shadow .15s,opacity .25s;${launcherVisible ? VISIBLE : HIDDEN}`,
        );
      applyStyle();
      const hasUnread = !open && unread > 0;
      button.setAttribute("aria-expanded", `${open}`);
      button.setAttribute("aria-busy", `${busy}`);
      button.setAttribute(
        "aria-label",
        open ? labels.close : hasUnread ? `${openLabel} (${unread})` : openLabel,
      );
      if (hasUnread) button.appendChild(unreadMark);
      else unreadMark.remove();
    },
    focus: () => button.focus(),
  };
}

const FOCUS_RING = "0 0 0 2px #fff,0 0 0 4px #111827,";
