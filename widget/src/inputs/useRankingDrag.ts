import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import type { RankingOption } from "./useRanking";

interface Drag {
  /** The place that the dragged option came from. */
  from: number;
  /** The place that it would get. */
  to: number;
}

/**
 * Lets ranked options be dragged with mouse, pen or finger. While one is dragged, only the picture changes; its new place is
 * taken when it is released. Escape and an interruption put it back.
 */
export function useRankingDrag(
  ranked: RankingOption[],
  onPlace: (option: RankingOption, index: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function start(event: ReactPointerEvent, from: number) {
    const list = event.currentTarget.closest("ol");
    const option = ranked[from];
    if (event.button !== 0 || !list || !option || drag) return;
    // Keeps the mouse from selecting text.
    event.preventDefault();
    const { pointerId } = event;
    let to = from;
    const controller = new AbortController();
    const listen = <Type extends keyof WindowEventMap>(
      type: Type,
      act: (event: WindowEventMap[Type]) => void,
    ) => window.addEventListener(type, act, { signal: controller.signal });
    stop.current = () => {
      controller.abort();
      setDrag(undefined);
    };
    listen("pointermove", (moved) => {
      if (moved.pointerId !== pointerId) return;
      to = placeAt(list, moved.clientY);
      setDrag({ from, to });
    });
    listen("pointerup", (released) => {
      if (released.pointerId !== pointerId) return;
      stop.current?.();
      onPlace(option, to);
    });
    listen("pointercancel", () => stop.current?.());
    listen("keydown", ({ key }) => key === "Escape" && stop.current?.());
    setDrag({ from, to });
  }

  /** Returns the place at which an option is shown. */
  function placeOf(index: number): number {
    if (!drag) return index;
    const { from, to } = drag;
    if (index === from) return to;
    if (index > from && index <= to) return index - 1;
    return index < from && index >= to ? index + 1 : index;
  }

  return { start, placeOf, isDragged: (index: number) => drag?.from === index };
}

/** Returns the place in a list at a height of the window: the first one whose lower edge is below it. */
function placeAt(list: HTMLElement, y: number): number {
  const edges = Array.from(list.children, (item) => item.getBoundingClientRect().bottom).sort(
    (a, b) => a - b,
  );
  const place = edges.findIndex((edge) => y < edge);
  return place === -1 ? edges.length - 1 : place;
}
