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

/** What was done, and with which control. */
export type EarlyAct = { control: ControlPath } & (
  | { type: "press" }
  /** The form was sent by this control, or by none. */
  | { type: "submit" }
  | { type: "value"; value: string }
);

/** Finds a control again in markup that is drawn later. */
export interface ControlPath {
  /** The id of the flow's element that it is in. Empty outside all of them. */
  element: string;
  /** Its number among the controls there; -1 for none. */
  index: number;
}

declare global {
  interface Window {
    /** Only on pages that came with the HTML of their first view. */
    pulsenEarly?: EarlyActs;
  }
}

const CONTROLS = "a[href],button,input,select,textarea,[tabindex]";

/** Returns the path of the control that a node is in; `undefined` outside of all controls. */
export function controlPath(root: Element, node: Element | null): ControlPath | undefined {
  const control = node?.closest<HTMLElement>(CONTROLS);
  if (!control || !root.contains(control)) return undefined;
  const element = elementOf(control);
  return { element, index: controlsIn(root, element).indexOf(control) };
}

/** Returns the control at a path; `undefined` where it is not there. */
export function findControl(root: Element, { element, index }: ControlPath): HTMLElement | undefined {
  return controlsIn(root, element)[index];
}

function controlsIn(root: Element, element: string): HTMLElement[] {
  const controls = root.querySelectorAll<HTMLElement>(CONTROLS);
  return Array.from(controls).filter((control) => elementOf(control) === element);
}

function elementOf(control: Element): string {
  return control.closest("[data-element]")?.getAttribute("data-element") ?? "";
}
