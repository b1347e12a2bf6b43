import type { ComponentType } from "react";
import { createListeners } from "../basics/listeners";

/** Something that a page says beside its flow, from a script that is loaded for it. */
export interface Notice {
  /** Above or below the questions. */
  place: "above" | "below";
  Content: ComponentType;
}

/** What a page says beside its flow. */
export interface Notices {
  /** Returns the notices; the same list until something changes. */
  list(): readonly Notice[];
  /** Shows a notice. Returns the function that removes it. */
  show(notice: Notice): () => void;
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

export function createNotices(): Notices {
  const listeners = createListeners();
  let list: readonly Notice[] = [];
  const set = (next: readonly Notice[]) => {
    list = next;
    listeners.notify();
  };
  return {
    list: () => list,
    show(notice) {
      set([...list, notice]);
      return () => set(list.filter((other) => other !== notice));
    },
    subscribe: listeners.add,
  };
}
