import { useState } from "react";
import type { View } from "../engine/types";

/** Returns whether to show the back button. It does not change while the page is busy, so that nothing moves. */
export function useShowsBack({ canGoBack, moving, submitting }: View): boolean {
  const isSettled = !moving && !submitting;
  const [settled, setSettled] = useState(canGoBack);
  if (isSettled && settled !== canGoBack) setSettled(canGoBack);
  return isSettled ? canGoBack : settled;
}
