/**
 * Calls back after a time. Also after none: what changed is then on the page. (Not on an animation frame:
 * those stand still in a hidden frame.)
 */
export function after(ms: number, callback: () => void): void {
  setTimeout(callback, ms);
}
