import { type RefObject, useEffect, useEffectEvent } from "react";
import { pastedFiles } from "./pastedFiles";

/**
 * Takes files that are pasted on the page. Of several questions the focused one gets them, else the first that has
 * room. A text field keeps what has a text, as copies from documents do.
 */
export function useFilePaste(area: RefObject<HTMLElement | null>, onPaste: (files: readonly File[]) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event;
    const files = pastedFiles(event);
    if (files.length === 0 || !(target instanceof Element)) return;
    if (receiverOf(target) !== area.current) return;
    event.preventDefault();
    onPaste(files);
  });
  useEffect(() => {
    const handle = (event: ClipboardEvent) => paste(event);
    document.addEventListener("paste", handle);
    return () => document.removeEventListener("paste", handle);
  }, []);
}

function receiverOf(target: Element): Element | null {
  const focused = target.closest("[data-question]")?.querySelector(".uploads");
  return focused ?? document.querySelector(".uploads[data-has-room]") ?? document.querySelector(".uploads");
}
