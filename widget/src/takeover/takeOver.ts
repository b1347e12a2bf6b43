import { flushSync } from "react-dom";
import { PRERENDERED } from "./beginTakeover";
import { controlOf, controlsIn, type EarlyAct } from "./earlyActs";

/**
 * Draws the page over the HTML that the server has made of its first view, in one task, so that nothing moves, and repeats what the
 * visitor has done meanwhile (docs/widget.md#takeover). At once where nothing has been made.
 *
 * @param isSame whether it is the first view that is drawn: on a page of another kind nothing is repeated.
 * @param draw replaces the content of the root, synchronously.
 */
export function takeOver(root: HTMLElement, isSame: boolean, draw: () => void): void {
  const early = window.pulsenEarly;
  if (!early || !root.hasAttribute(PRERENDERED)) {
    draw();
    return;
  }
  early.whenIdle(() => {
    early.stop();
    const acts = isSame ? [...restoredValues(root, early.list), ...early.list] : [];
    const { activeElement } = document;
    const focused = isSame ? controlOf(root, activeElement) : -1;
    const caret = caretOf(activeElement);
    draw();
    root.removeAttribute(PRERENDERED);
    // Before the first act: it may bring other controls.
    const controls = controlsIn(root);
    for (const act of acts) {
      // A field may have a use of its own for Enter.
      if (act.type === "submit" && !pressEnter(controls[act.from])) continue;
      repeat(root, act, controls[act.control], act.control === focused);
    }
    const control = controls[focused];
    control?.focus({ preventScroll: true });
    if (caret && hasCaret(control)) control.setSelectionRange(...caret);
  });
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns what the browser has filled in by itself, such as after a reload, of which no event was heard. */
function restoredValues(root: HTMLElement, acts: EarlyAct[]): EarlyAct[] {
  return controlsIn(root).flatMap((field, control): EarlyAct[] => {
    if (!isField(field) || acts.some((act) => act.control === control)) return [];
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      const isChanged =
        field.checked !== field.defaultChecked && (field.checked || field.type === "checkbox");
      return isChanged ? [{ type: "press", control }] : [];
    }
    return field.value === initialValue(field) ? [] : [{ type: "value", control, value: field.value }];
  });
}

function isField(control: HTMLElement): control is Field {
  return "value" in control && !(control instanceof HTMLButtonElement);
}

function initialValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const chosen = field.querySelector<HTMLOptionElement>("[selected]") ?? field.options[0];
  return chosen?.value ?? "";
}

/** Repeats an act with the control that now is where the other one was. */
function repeat(root: HTMLElement, act: EarlyAct, control: HTMLElement | undefined, isFocused: boolean) {
  flushSync(() => {
    if (act.type === "submit" && !control) root.querySelector("form")?.requestSubmit();
    else if (act.type !== "value") control?.click();
    else if (control && isField(control)) {
      setValue(control, act.value);
      // Some fields take their value when they are left.
      if (!isFocused) control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    }
  });
}

/** Returns whether the form is to be sent. */
function pressEnter(field: HTMLElement | undefined): boolean {
  const press = { key: "Enter", bubbles: true, cancelable: true };
  return flushSync(() => field?.dispatchEvent(new KeyboardEvent("keydown", press)) ?? true);
}

/** Sets a value as the visitor does: React does not hear of one that a script has set by the field's own property. */
function setValue(field: Field, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  const type = field instanceof HTMLSelectElement ? "change" : "input";
  field.dispatchEvent(new Event(type, { bubbles: true }));
}

function hasCaret(control: Element | null | undefined): control is HTMLInputElement | HTMLTextAreaElement {
  return !!control && "selectionStart" in control;
}

/** Returns the selection of a text field; `undefined` for fields that have none, such as for e-mail addresses. */
function caretOf(control: Element | null): Parameters<HTMLInputElement["setSelectionRange"]> | undefined {
  if (!hasCaret(control) || control.selectionStart === null) return undefined;
  return [control.selectionStart, control.selectionEnd];
}
