const WRITING =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="file"], [type="range"], [type="color"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], [role="searchbox"], [role="menu"], [role="menu"] *';

const CONTROL =
  "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=option], [role=switch]";

/** Returns whether somebody writes there, or chooses by first letters. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(WRITING) !== null;
}

/** Returns whether Enter does something there already. */
export function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROL) !== null;
}

/** Returns the dialog that is open, or about to be, if one is. */
export function openDialog(): Element | null {
  return document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open], [data-late]');
}
