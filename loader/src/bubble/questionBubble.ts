import { pristine, setAttribute } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { textFor } from "../launcher/textFor.ts";
import type { BubbleQuestion } from "../protocol/configuration.ts";
import { createContent, createOpener } from "./content.ts";

/** The most buttons of a scale beside each other. */
const ROW = 6;

/** The most letters of options, such as faces, that stand beside each other. */
const SHORT = 4;

/** The id of the question's text, in the bubble's own tree. */
const TEXT_ID = "question";

/** Creates the question with a button for each answer, which opens the widget, and one that dismisses it. */
export function createQuestion(core: Core, question: BubbleQuestion): HTMLElement {
  const { _element: element, _dismissButton: dismissButton } = createContent(core);
  const { style, options, scale, min_label: minLabel, max_label: maxLabel } = question;
  const localized = (texts: BubbleQuestion["text"] | undefined) => textFor(core.language ?? "", texts) ?? "";
  const add = (parent: HTMLElement, className: string, text = "") => {
    const child = pristine.document.createElement("div");
    child.className = className;
    child.textContent = text;
    parent.appendChild(child);
    return child;
  };
  element.className = "asks";
  add(element, "question", localized(question.text)).id = TEXT_ID;
  element.appendChild(dismissButton);
  const answers = add(element, `answers ${style}`);
  setAttribute(answers, "role", "group");
  setAttribute(answers, "aria-labelledby", TEXT_ID);

  const addAnswer = (value: string, text: string) => {
    const give = () => core._give({ type: "answer", question: question.id, value });
    return answers.appendChild(createOpener(core, "answer", text, give));
  };
  const setColumns = (count: number) => answers.style.setProperty("--columns", `${count}`);
  if (options) {
    let isShort = true;
    for (let index = 0; index < options.length; index++) {
      const { id, text } = options[index] as (typeof options)[0];
      const label = localized(text);
      isShort &&= label.length <= SHORT;
      addAnswer(id, label);
    }
    if (isShort) {
      answers.className += " short";
      setColumns(options.length);
    }
  }
  if (!scale) return element;
  const { 0: lowest, 1: highest } = scale;
  const { ceil } = pristine.Math;
  const count = highest - lowest + 1;
  setColumns(ceil(count / ceil(count / ROW)));
  for (let number = lowest; number <= highest; number++) {
    const isStar = style === "star";
    const button = addAnswer(`${number}`, isStar ? "" : `${number}`);
    if (isStar) setAttribute(button, "aria-label", `${number} / ${highest}`);
  }
  if (minLabel || maxLabel) {
    const ends = add(element, "ends");
    add(ends, "", localized(minLabel));
    add(ends, "", localized(maxLabel));
  }
  return element;
}
