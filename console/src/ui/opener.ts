import type { KeyboardEvent, Ref } from "react";

/** A button that opens something above the page. */
export interface Opener {
  kind: "menu" | "dialog";
  isOpen: boolean;
  /** Where that comes, and the focus when it closes. */
  ref: Ref<HTMLButtonElement>;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Returns the attributes of such a button. */
export function openerProps({ kind, isOpen, ...props }: Opener) {
  return { ...props, "aria-haspopup": kind, "aria-expanded": isOpen } as const;
}
