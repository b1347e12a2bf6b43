import type { PacedRun } from "./pacedRun";

/** How long a choice is seen before the next question comes (docs/constants.md#delays). */
const PAUSE_MS = 250;

/** Keys that move through a group of radio buttons: what they pass is no choice yet (WCAG 2.2, 3.2.2). */
const MOVING_KEYS = /^(Arrow|Home$|End$|Page)/;

export interface SelfAdvance {
  /** Returns whether the next question is about to come. */
  isPending(): boolean;
  /** Lets the next question come this much later, if it is about to come. */
  prolong(ms: number): void;
  stop(): void;
}

/** Goes on when the visitor has chosen an answer: by a press, a tap or a key that means it. Any other act keeps the question. */
export function watchChoices(document: Document, paced: Pick<PacedRun, "run" | "current">): SelfAdvance {
  let isMoving = false;
  let pending: { questionId: string; timer: ReturnType<typeof setTimeout> } | undefined;

  function cancel() {
    clearTimeout(pending?.timer);
    pending = undefined;
  }
  function schedule(questionId: string, ms: number) {
    cancel();
    const timer = setTimeout(() => {
      pending = undefined;
      if (paced.current()?.question?.questionId === questionId) paced.run.send({ type: "next" });
    }, ms);
    pending = { questionId, timer };
  }
  function handleKey({ key }: KeyboardEvent) {
    isMoving = MOVING_KEYS.test(key);
    if (isMoving) cancel();
  }
  function handlePointer() {
    isMoving = false;
    cancel();
  }
  function handleClick({ target }: Event) {
    if (isMoving || !(target instanceof HTMLInputElement) || target.type !== "radio") return;
    const { question, isSelfAdvancing } = paced.current() ?? {};
    if (!question || !isSelfAdvancing) return;
    const asked = target.closest<HTMLElement>("[data-question]")?.dataset.question;
    const selected = question.options.find(({ id }) => question.answer?.optionIds?.includes(id));
    if (asked === question.questionId && question.answer && !selected?.asksForText) schedule(asked, PAUSE_MS);
  }
  document.addEventListener("keydown", handleKey, true);
  document.addEventListener("pointerdown", handlePointer, true);
  // After the question has taken the answer.
  document.addEventListener("click", handleClick);
  return {
    isPending: () => pending !== undefined,
    prolong(ms) {
      if (pending) schedule(pending.questionId, ms);
    },
    stop() {
      cancel();
      document.removeEventListener("keydown", handleKey, true);
      document.removeEventListener("pointerdown", handlePointer, true);
      document.removeEventListener("click", handleClick);
    },
  };
}
