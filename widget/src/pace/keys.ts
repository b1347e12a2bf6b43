import type { PacedRun } from "./pacedRun";
import type { SelfAdvance } from "./selfAdvance";

/** How long a digit waits for another one, where a number with more digits begins with it: 1 and 0 for 10. */
const DIGIT_PAUSE_MS = 1_000;

/** Not those of a matrix, which has several lists. */
const OPTIONS = ".field__control > .options > .option > .option__input";
const STEPS = ".scale__input, .star__input";

/**
 * Answers the question that is shown by letters and digits, and goes on with Enter. Only while the focus is on the question's page or
 * in the question: keys belong to whatever else has it, and to what is typed (WCAG 2.2, 2.1.4).
 */
export function watchKeys(
  document: Document,
  paced: Pick<PacedRun, "current">,
  choices: Pick<SelfAdvance, "isPending" | "prolong">,
): () => void {
  let typed = "";

  function handleKey(event: KeyboardEvent) {
    const { target, key, altKey, ctrlKey, metaKey, isComposing, repeat } = event;
    if (altKey || ctrlKey || metaKey || isComposing || repeat || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || isTyped(target)) return;
    const page = target.closest<HTMLElement>(".page");
    const question = page?.querySelector<HTMLElement>("[data-question]:has(input)");
    if (!page || (target !== page && !question?.contains(target))) return;
    const control = key === "Enter" ? defaultButton(page, target) : question && controlOf(question, event);
    if (!control) return;
    event.preventDefault();
    if (key !== "Enter") control.focus();
    control.click();
    if (/^\d$/.test(typed) && longerOf(question, typed)) choices.prolong(DIGIT_PAUSE_MS);
  }

  /** Returns the control that a letter or digit stands for. */
  function controlOf(question: HTMLElement, event: KeyboardEvent): HTMLInputElement | undefined {
    if (!paced.current()?.question) return undefined;
    const digit = digitOf(event);
    const options = [...question.querySelectorAll<HTMLInputElement>(OPTIONS)];
    if (options.length > 0) {
      typed = "";
      return options[digit === undefined ? letterPlace(event) : Number(digit) - 1];
    }
    if (digit === undefined) return undefined;
    const number = choices.isPending() ? typed + digit : digit;
    const found = stepOf(question, number) ?? stepOf(question, digit);
    typed = found?.value ?? "";
    return found;
  }

  document.addEventListener("keydown", handleKey);
  return () => document.removeEventListener("keydown", handleKey);
}

/** Returns whether what is pressed here is typed, or opens something. */
function isTyped(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "radio" && target.type !== "checkbox";
  return target.isContentEditable || target.matches("textarea, select, [role=combobox], dialog *");
}

/** On a control Enter does what it does everywhere. */
function defaultButton(page: HTMLElement, target: HTMLElement): HTMLElement | null {
  return target === page ? page.querySelector<HTMLElement>("button[type=submit]") : null;
}

function stepOf(question: HTMLElement, value: string): HTMLInputElement | undefined {
  return stepsOf(question).find((step) => step.value === value);
}

function longerOf(question: HTMLElement | null | undefined, typed: string): HTMLInputElement | undefined {
  return stepsOf(question).find(({ value }) => value.length > typed.length && value.startsWith(typed));
}

function stepsOf(question: HTMLElement | null | undefined): HTMLInputElement[] {
  return [...(question?.querySelectorAll<HTMLInputElement>(STEPS) ?? [])];
}

/** A keyboard of another script has the same keys in other letters and digits. */
function digitOf({ key, code }: KeyboardEvent): string | undefined {
  return /^\d$/.test(key) ? key : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
}

function letterPlace({ key, code }: KeyboardEvent): number {
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  return letter === undefined ? -1 : letter.toUpperCase().charCodeAt(0) - "A".charCodeAt(0);
}
