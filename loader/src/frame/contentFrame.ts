import { listen } from "../listeners.ts";
import { append, pristine } from "../pristineGlobals.ts";
import { placementStyle, setStyle, VISIBLE } from "../style.ts";
import type { ContentBox } from "./geometry.ts";

export const CONTENT_FRAME_ID = "psn-widget-content-frame";

/** The duration of the opening and closing animation. */
const ANIMATION_MS = 250;

/** The content frame's element on the host page (docs/widget.md#content-frame). */
export interface ContentFrame {
  readonly window: Window;
  /** Places the frame. An invisible frame has the same layout as a visible one. */
  render(box: ContentBox, visible: boolean): void;
  focus(): void;
  /** Blurs the frame and returns whether it had the focus. To be called before it is hidden: the focus is lost then. */
  releaseFocus(): boolean;
}

/**
 * Loads the provider's page into an invisible frame.
 *
 * @param title its accessible name.
 * @param onLoad called whenever a document has loaded in it, even if that is an error page of the browser.
 */
export function createContentFrame(
  container: Node,
  address: string,
  title: string,
  box: ContentBox,
  onLoad: () => void,
): ContentFrame {
  // Created by the pristine document: the element keeps that document's methods when it moves to the host page.
  const frame = pristine.document.createElement("iframe");
  frame.id = CONTENT_FRAME_ID;
  frame.title = title;
  // Delegates no permissions to the frame.
  frame.allow = "";
  // The frame gets the relevant parts of the address with the hello.
  frame.referrerPolicy = "origin";
  frame.src = address;
  listen(frame, "load", onLoad);
  const render = (newBox: ContentBox, visible: boolean) => setStyle(frame, contentStyle(newBox, visible));
  render(box, false);
  append(container, frame);
  return {
    // Not null, because the frame is on the page.
    window: frame.contentWindow as Window,
    render,
    focus: () => frame.focus(),
    releaseFocus() {
      const hadFocus = document.activeElement === frame;
      frame.blur();
      return hadFocus;
    },
  };
}

function contentStyle(box: ContentBox, visible: boolean): string {
  const duration = pristine.matchMedia("(prefers-reduced-motion:reduce)").matches ? 0 : ANIMATION_MS;
  return (
    placementStyle(box, box.width, box.height, `${box.radius}px`) +
    `background:#fff;box-shadow:${box.fullPage ? "none" : SHADOW};` +
    // Appears only in forced colors mode, which has no shadows.
    "outline:1px solid transparent;" +
    // Visible from the start of the opening to the end of the closing. The height is animated only in sight.
    `transition:opacity ${duration}ms,transform ${duration}ms,height ${visible ? duration : 0}ms,` +
    `visibility 0s ${visible ? 0 : duration}ms;` +
    (visible ? VISIBLE : `visibility:hidden;opacity:0;pointer-events:none;transform:translateY(${RISE}px);`)
  );
}

/** A hairline and two shadows, which set the frame off from any page. */
const SHADOW =
  "0 0 0 1px rgba(15,23,42,.06),0 2px 6px rgba(15,23,42,.08),0 16px 48px -8px rgba(15,23,42,.28)";

/** The distance that the frame moves up while it opens, in pixels. */
const RISE = 12;
