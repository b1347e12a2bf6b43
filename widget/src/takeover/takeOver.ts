import { flushSync } from "react-dom";
import { PRERENDERED } from "./beginTakeover";
import { type ControlPath, controlPath, type EarlyAct, findControl } from "./earlyActs";

/**
 * Draws the page over the HTML that the server has made of its first view, in one task, so that nothing moves, and repeats what the
 * visitor has done meanwhile (docs/widget.md#takeover). At once where nothing has been made.
 *
 * @param draw replaces the content of the root, synchronously.
 */
export function takeOver(root: HTMLElement, draw: () => void): void {
  const early = window.pulsenEarly;
  if (!early || !root.hasAttribute(PRERENDERED)) {
    draw();
    return;
  }
  early.whenIdle(() => {
    early.stop();
    const acts = [...restoredValues(root, early.list), ...early.list];
    const focus = focusIn(root);
    const [left, top] = [window.scrollX, window.scrollY];
    draw();
    root.removeAttribute(PRERENDERED);
    for (const act of acts) repeat(root, act, focus?.path);
    focus?.restore();
    window.scrollTo(left, top);
  });
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns what the browser has filled in by itself, such as after a reload, of which no event was heard. */
function restoredValues(root: HTMLElement, acts: EarlyAct[]): EarlyAct[] {
  const isKnown = ({ element, index }: ControlPath) =>
    acts.some(({ control }) => control.element === element && control.index === index);
  return Array.from(root.querySelectorAll<Field>("input,textarea,select")).flatMap((field): EarlyAct[] => {
    const control = controlPath(root, field);
    if (!control || isKnown(control)) return [];
    if (field instanceof HTMLInputElement && isSwitch(field)) {
      const isChanged =
        field.checked !== field.defaultChecked && (field.checked || field.type === "checkbox");
      return isChanged ? [{ type: "press", control }] : [];
    }
    return field.value === initialValue(field) ? [] : [{ type: "value", control, value: field.value }];
  });
}

function isSwitch({ type }: Field): boolean {
  return type === "checkbox" || type === "radio";
}

function initialValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = Array.from(field.options);
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
}

/** Repeats an act with the control that now is where the other one was. */
function repeat(root: HTMLElement, act: EarlyAct, focused: ControlPath | undefined) {
  const control = findControl(root, act.control);
  flushSync(() => {
    if (act.type === "submit") {
      const form = control?.closest("form") ?? root.querySelector("form");
      form?.requestSubmit(control);
    } else if (act.type === "press") control?.click();
    else if (control && "value" in control) {
      setValue(control as Field, act.value);
      // Some fields take their value when they are left.
      if (!isSame(focused, act.control)) control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    }
  });
}

function isSame(one: ControlPath | undefined, other: ControlPath): boolean {
  return one?.element === other.element && one.index === other.index;
}

/** Sets a value as the visitor does: React does not hear of one that a script has set by the field's own property. */
function setValue(field: Field, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  const type = field instanceof HTMLSelectElement ? "change" : "input";
  field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Returns where the focus is in the root, with the function that puts it there again, with the caret. */
function focusIn(root: HTMLElement) {
  const { activeElement } = document;
  const path = controlPath(root, activeElement);
  if (!path) return undefined;
  const caret = caretOf(activeElement);
  return {
    path,
    restore() {
      const control = findControl(root, path);
      control?.focus({ preventScroll: true });
      if (caret && hasCaret(control)) control.setSelectionRange(...caret);
    },
  };
}

function hasCaret(control: Element | null | undefined): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement;
}

/** Returns the selection of a text field; `undefined` for fields that have none, such as for e-mail addresses. */
function caretOf(control: Element | null): Parameters<HTMLInputElement["setSelectionRange"]> | undefined {
  if (!hasCaret(control) || control.selectionStart === null) return undefined;
  return [control.selectionStart, control.selectionEnd, control.selectionDirection ?? undefined];
}
