import type { Host } from "./host";

/**
 * Keeps the page inert while the widget is closed. It can be focused by program all the same, and effects of the
 * flow would: an answer that comes after closing must not take the keyboard from the host page.
 */
export function watchVisibility(root: HTMLElement, host: Host): void {
  root.inert = !host.isOpen();
  host.listen((message) => {
    if (message.type === "visibility") root.inert = !message.open;
  });
}
