import { useCallback } from "react";
import { useStore } from "../../basics/useStore";
import type { UploadItem } from "../../uploads/uploadItem";
import type { Uploads } from "../../uploads/uploads";

/** Returns the files of a question, now and after each change. */
export function useItems(uploads: Uploads | undefined, questionId: string): readonly UploadItem[] {
  const subscribe = useCallback((listener: () => void) => uploads?.subscribe(listener) ?? noop, [uploads]);
  return useStore(subscribe, () => uploads?.items(questionId) ?? NO_ITEMS);
}

const NO_ITEMS: readonly UploadItem[] = [];

function noop() {}
