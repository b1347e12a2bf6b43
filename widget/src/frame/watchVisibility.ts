import type { LoaderConnection } from "./loaderConnection";

/**
 * Makes the page inert while the widget is closed, so that a response that arrives late cannot move the focus from the
 * host page into the invisible frame.
 */
export function watchVisibility(root: HTMLElement, loader: LoaderConnection): void {
  root.inert = !loader.isOpen();
  loader.listen((message) => {
    if (message.type === "visibility") root.inert = !message.open;
  });
}
