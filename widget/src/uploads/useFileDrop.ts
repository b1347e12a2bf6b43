import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/**
 * Takes files that are dropped on an element, and returns whether some are held over it. Beside it nothing happens with them: by
 * default the browser would leave the page, and what the visitor has written with it.
 */
export function useFileDrop(
  area: RefObject<HTMLElement | null>,
  onDrop: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const { current } = area;
    const listening = new AbortController();
    const { signal } = listening;
    const dragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      setOver(true);
    };
    const dragLeave = ({ relatedTarget }: DragEvent) => {
      if (!current?.contains(relatedTarget as Node | null)) setOver(false);
    };
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      drop([...event.dataTransfer.files]);
    };
    current?.addEventListener("dragover", dragOver, { signal });
    current?.addEventListener("dragleave", dragLeave, { signal });
    current?.addEventListener("drop", take, { signal });
    document.addEventListener("dragover", refuse, { signal });
    document.addEventListener("drop", refuse, { signal });
    return () => listening.abort();
  }, [area]);
  return isOver;
}

function refuse(event: DragEvent) {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}

function hasFiles(event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } {
  return event.dataTransfer?.types.includes("Files") === true;
}
