import { boxStyle, fadeStyle, INITIAL, setStyle } from "../layout/style.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import type { ContentBox } from "./contentBox.ts";
import { frameSurface } from "./frameSurface.ts";

/** The content frame's element on the host page (docs/widget.md#content-frame). */
export interface ContentFrame {
  readonly window: Window;
  /**
   * Places the frame. An invisible frame has the same layout as a visible one.
   *
   * @param box none: it covers the window.
   */
  _render(box: ContentBox | undefined, visible: boolean): void;
  focus(): void;
  /** Blurs the frame and returns whether it had the focus. To be called before it is hidden: the focus is lost then. */
  _releaseFocus(): boolean;
}

/** @param frame the element that `createFrameElement` has added to the page. */
export function createContentFrame(
  frame: HTMLIFrameElement,
  configuration: WidgetConfiguration,
): ContentFrame {
  return {
    // Not null, because the frame is on the page.
    window: frame.contentWindow as Window,
    _render: (box, visible) => setStyle(frame, contentStyle(box, configuration, visible)),
    focus: () => frame.focus(),
    _releaseFocus() {
      const hadFocus = document.activeElement === frame;
      frame.blur();
      return hadFocus;
    },
  };
}

function contentStyle(
  box: ContentBox | undefined,
  { radius = 0, color_scheme: scheme }: WidgetConfiguration,
  visible: boolean,
): string {
  const rise = `${visible ? 0 : RISE}px`;
  return (
    (box
      ? boxStyle(box) +
        // Placed by a top edge that stays where it is when the height changes: otherwise every step of that animation
        // would be a layout shift of the host page.
        `transform:translateY(calc(${-box.above}% + ${rise}));` +
        `border-radius:${radius}px;box-shadow:${SHADOW};${frameSurface(scheme)}`
      : `${INITIAL}inset:0;width:100%;height:100%;border:0;transform:translateY(${rise});` +
        // What the safe area leaves free.
        frameSurface(scheme, "0 0 0 50vmax")) +
    // Appears only in forced colors mode, which has no shadows.
    "outline:1px solid transparent;" +
    // The height is animated only in sight.
    fadeStyle(visible, (duration) => `transform ${duration},${visible ? `height ${duration},` : ""}`)
  );
}

/** A hairline and two shadows, which set the frame off from any page. */
const SHADOW =
  "0 0 0 1px rgba(15,23,42,.06),0 2px 6px rgba(15,23,42,.08),0 16px 48px -8px rgba(15,23,42,.28)";

/** The distance that the frame moves up while it opens, in pixels. */
const RISE = 12;
