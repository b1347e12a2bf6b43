import { type RefObject, useEffect, useRef } from "react";
import type { UploadItem } from "../../uploads/uploadItem";

/**
 * Keeps the focus in a question when the focused control disappears with a change of its files.
 *
 * @returns the function that is called before a change: with the place of the file whose buttons may disappear, or
 *   before files are added, which may take the picker away.
 */
export function useRowFocus(
  area: RefObject<HTMLElement | null>,
  items: readonly UploadItem[],
  hasRoom: boolean,
): (change: number | "added") => void {
  const pending = useRef<number | "added">(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the list.
  useEffect(() => {
    const change = pending.current;
    pending.current = undefined;
    if (change === undefined || (change === "added" && hasRoom)) return;
    // A button that is still there keeps the focus.
    if (document.activeElement !== document.body) return;
    const buttons = area.current?.querySelectorAll<HTMLElement>("[data-action=remove]") ?? [];
    const row = change === "added" ? buttons.length - 1 : Math.min(change, buttons.length - 1);
    (buttons[row] ?? area.current?.querySelector<HTMLElement>("input"))?.focus();
  }, [items]);
  return (change) => {
    pending.current = change;
  };
}
