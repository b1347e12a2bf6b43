import { useEffect, useRef } from "react";
import type { LoaderConnection } from "./loaderConnection";

/** Asks the host page, of which the frame is a part, to scroll to an element (docs/widget.md#inline-form). */
export function showInHost(loader: LoaderConnection, element: Element): void {
  const { top, height } = element.getBoundingClientRect();
  loader.send({ type: "scroll_to", top: Math.max(0, top), height });
}

/**
 * Shows the top of each page but the first one, whose place the visitor has scrolled to: in the frame, where its body scrolls, or all of
 * it if it is low, and inline in the host's page.
 */
export function useShownPages(loader: LoaderConnection, page: string): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    for (const part of document.querySelectorAll(".frame, .frame__body")) part.scrollTo(0, 0);
    if (loader.hello.inline) loader.send({ type: "scroll_to", top: 0, height: 0 });
  }, [loader, page]);
}
