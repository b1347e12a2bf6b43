import type { MouseEvent } from "react";

/**
 * Returns what a button does when it is pressed. It gets the focus before, which Safari does not give it: what the press opens gives
 * the focus back when it closes.
 */
export function onPressed(onPress: (() => void) | undefined) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    event.currentTarget.focus();
    onPress?.();
  };
}
