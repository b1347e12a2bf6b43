import { append, clean, listen } from "../realm.ts";
import { placeStyle, setStyle, VISIBLE } from "../style.ts";
import type { ContentBox } from "./geometry.ts";

export const CONTENT_FRAME_ID = "psn-widget-content-frame";

/** How long the frame takes to come and go (specification, section 9). */
const ANIMATION_MS = 250;

/** The content frame on the host's page. */
export interface ContentFrame {
  /** The frame's own window, which is another origin's. */
  readonly window: Window;
  /** Puts it in its place; invisible, but with a real layout, until `visible`. */
  place(box: ContentBox, visible: boolean): void;
  focus(): void;
  /** Gives up the focus; says whether it had it. Must come before it becomes invisible, else nothing can take it. */
  releaseFocus(): boolean;
}

/**
 * Loads the provider's page into a frame, which can not be seen yet.
 *
 * @param title what screen readers call it.
 * @param loaded called whenever something has loaded, be it the browser's page about a failure.
 */
export function createContentFrame(
  container: Node,
  address: string,
  title: string,
  box: ContentBox,
  loaded: () => void,
): ContentFrame {
  // Made by the clean realm's document: its methods stay that realm's when the host's page takes it in.
  const frame = clean.document.createElement("iframe");
  frame.id = CONTENT_FRAME_ID;
  frame.title = title;
  // The frame needs none of the powers that a page can hand on.
  frame.allow = "";
  // The frame gets the address in the hello, without what is no concern of ours.
  frame.referrerPolicy = "origin";
  frame.src = address;
  listen(frame, "load", loaded);
  const place = (to: ContentBox, visible: boolean) => setStyle(frame, contentStyle(to, visible));
  place(box, false);
  append(container, frame);
  return {
    // Only null while the frame is off the page.
    window: frame.contentWindow as Window,
    place,
    focus: () => frame.focus(),
    releaseFocus() {
      const had = document.activeElement === frame;
      frame.blur();
      return had;
    },
  };
}

function contentStyle(box: ContentBox, visible: boolean): string {
  const { fullPage } = box.limits;
  const time = clean.matchMedia("(prefers-reduced-motion:reduce)").matches ? 0 : ANIMATION_MS;
  return (
    placeStyle(box, box.width, box.height, `${box.radius}px`) +
    `background:#fff;box-shadow:${fullPage ? "none" : SHADOW};` +
    // Seen only in forced colours, where shadows are not.
    "outline:1px solid transparent;" +
    // Visible from the start of its coming until the end of its going; its size never changes out of sight.
    `transition:opacity ${time}ms,transform ${time}ms,height ${visible ? time : 0}ms,` +
    `visibility 0s ${visible ? 0 : time}ms;` +
    (visible ? VISIBLE : `visibility:hidden;opacity:0;pointer-events:none;transform:translateY(${RISE}px);`)
  );
}

/** The hair-line and two depths of shadow that lift the frame off any page. */
const SHADOW =
  "0 0 0 1px rgba(15,23,42,.06),0 2px 6px rgba(15,23,42,.08),0 16px 48px -8px rgba(15,23,42,.28)";

/** How far the frame rises while it comes, in pixels. */
const RISE = 12;
