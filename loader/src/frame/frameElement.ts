import { append, pristine } from "../basics/pristineGlobals.ts";
import { HIDDEN, INITIAL, setStyle } from "../layout/style.ts";

export const CONTENT_FRAME_ID = "psn-widget-content-frame";

/**
 * Begins to load the provider's page in an invisible frame (docs/widget.md#content-frame). The core does that, while the
 * interaction, which places and shows the frame, is still on its way.
 *
 * @param title its accessible name.
 * @param allow the permissions of the host page that it gets.
 */
export function createFrameElement(
  container: Node,
  id: string,
  address: string,
  title: string,
  allow = "",
): HTMLIFrameElement {
  // Created by the pristine document: the element keeps that document's methods when it moves to the host page.
  const frame = pristine.document.createElement("iframe");
  frame.id = id;
  frame.title = title;
  frame.allow = allow;
  // The frame gets the relevant parts of the address with the hello.
  frame.referrerPolicy = "origin";
  frame.src = address;
  setStyle(frame, INITIAL + HIDDEN);
  append(container, frame);
  return frame;
}
