const MESSAGE = ".field__error";

/**
 * Lets the message of a question speak by itself from the moment the visitor changes the answer until they leave the
 * question. At other times it is read with its control: messages of several questions that change at once would all
 * speak (`messageStatus.tsx` says how many there are). Returns the function that stops it.
 */
export function speakWhileTyping(): () => void {
  const begin = ({ target }: Event) => speakIn(questionAt(target));
  const end = ({ target, relatedTarget }: FocusEvent) => {
    const question = questionAt(target);
    if (question !== questionAt(relatedTarget)) quiet(question);
  };
  // Before React hears of it: a live region speaks only of what changes after it has become one.
  document.addEventListener("input", begin, true);
  document.addEventListener("focusout", end, true);
  return () => {
    document.removeEventListener("input", begin, true);
    document.removeEventListener("focusout", end, true);
  };
}

/** Lets the message of an element speak that comes by itself, such as a look-up's. */
export function speakOf(elementId: string): void {
  speakIn(document.querySelector(`[data-element="${CSS.escape(elementId)}"]`));
}

/** Quiets all messages but that of the question that has the focus. */
export function quietOthers(): void {
  const present = questionAt(document.activeElement);
  for (const message of document.querySelectorAll(`${MESSAGE}[aria-live]`)) {
    if (!present?.contains(message)) message.removeAttribute("aria-live");
  }
}

function speakIn(box: Element | null): void {
  for (const message of box?.querySelectorAll(MESSAGE) ?? []) message.setAttribute("aria-live", "polite");
}

function quiet(box: Element | null): void {
  for (const message of box?.querySelectorAll(MESSAGE) ?? []) message.removeAttribute("aria-live");
}

function questionAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("[data-question]") : null;
}
