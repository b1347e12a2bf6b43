import { createListeners } from "../basics/listeners";
import type { UploadItem } from "./uploadItem";

/** The files of each question, in the order in which they were added. */
export interface FileLists {
  /** Returns a question's files; the same list until something changes. */
  items(questionId: string): readonly UploadItem[];
  questionIds(): string[];
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  set(questionId: string, items: readonly UploadItem[]): void;
  /** Changes one file; does nothing where it is gone. */
  change(questionId: string, key: number, changes: Partial<UploadItem>): void;
  /** Takes a file off its list. */
  drop(questionId: string, item: UploadItem): void;
}

export function createFileLists(): FileLists {
  const listeners = createListeners();
  const lists = new Map<string, readonly UploadItem[]>();

  const items = (questionId: string) => lists.get(questionId) ?? NO_ITEMS;
  function set(questionId: string, next: readonly UploadItem[]) {
    lists.set(questionId, next);
    listeners.notify();
  }

  return {
    items,
    set,
    questionIds: () => [...lists.keys()],
    subscribe: listeners.add,
    change(questionId, key, changes) {
      const changed = items(questionId).map((item) => (item.key === key ? { ...item, ...changes } : item));
      set(questionId, changed);
    },
    drop(questionId, { key, picture }) {
      if (picture) URL.revokeObjectURL(picture);
      set(
        questionId,
        items(questionId).filter((item) => item.key !== key),
      );
    },
  };
}

const NO_ITEMS: readonly UploadItem[] = [];
