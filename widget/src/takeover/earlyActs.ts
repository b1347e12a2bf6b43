/**
 * What a visitor does on a page before its scripts have taken it over (docs/widget.md#takeover). The script that records it stands
 * in the page itself.
 */
export interface EarlyActs {
  /** In their order. */
  list: EarlyAct[];
  /** Calls `then` when no key or finger is down and no text is being composed: now, or after that has ended. */
  whenIdle(then: () => void): void;
  /** Ends the recording. */
  stop(): void;
}

/** What was done, and with which control: its number among those of the page, or -1 where a form was sent by none. */
export type EarlyAct = { control: number } & (
  | { type: "press" }
  // By Enter in a field, it is the field that it was sent from.
  | { type: "submit"; from: number }
  | { type: "value"; value: string }
);

declare global {
  interface Window {
    /** Only on pages that came with the HTML of their first view. */
    pulsenEarly?: EarlyActs;
  }
}

const CONTROLS = "a[href],button,input,select,textarea,[tabindex]";

/** Returns the controls of a page, in their order: the same ones in the HTML of a first view and when it has been drawn. */
export function controlsIn(root: ParentNode): HTMLElement[] {
  return Array.from(root.querySelectorAll<HTMLElement>(CONTROLS));
}

/** Returns the number of the control that a node is in, or -1. */
export function controlOf(root: ParentNode, node: Element | null): number {
  const control = node?.closest<HTMLElement>(CONTROLS);
  return control ? controlsIn(root).indexOf(control) : -1;
}
