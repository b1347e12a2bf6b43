import { useState } from "react";
import type { View } from "../engine/types";

/** Whether there is a way back to show: while the page is busy, nothing on it comes, goes, or moves. */
export function useShowsBack({ canGoBack, moving, submitting }: View): boolean {
  const isSettled = !moving && !submitting;
  const [settled, setSettled] = useState(canGoBack);
  if (isSettled && settled !== canGoBack) setSettled(canGoBack);
  return isSettled ? canGoBack : settled;
}
