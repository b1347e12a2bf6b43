import { createListeners } from "../basics/listeners";
import type { FlowEvent, QuestionElement, View } from "../engine/types";
import type { FlowRun } from "../run/flowRun";
import { keepUnchanged } from "../run/keepUnchanged";
import type { PassedPage, Place } from "../run/place";
import type { Direction } from "./slide";
import { type Ahead, isAsked, isSelfAdvancing, type Step, type Steps, stepsOf, viewOfStep } from "./steps";

/** A run that shows one question at a time. The engine knows nothing of it: its pages have the rules (docs/flows.md#pace). */
export interface PacedRun {
  /** The run as it is shown: its pages are single questions. */
  run: FlowRun;
  /** Returns what is shown; `undefined` at an end, and while it is about to be replaced. */
  current(): Current | undefined;
  /** Returns which question is shown, and of how many; `undefined` where that is not known. */
  place(passed: readonly PassedPage[]): Place | undefined;
  /** Computes again what is shown: its texts have changed. */
  refresh(): void;
}

/** The question that is shown. */
export interface Current {
  question: QuestionElement | undefined;
  /** Whether its answer leads to the next question by itself. */
  isSelfAdvancing: boolean;
}

export interface PaceServices {
  ahead: Ahead | undefined;
  /** Replaces a page by another one. `show` changes the page, now or in the next frame. */
  slide(direction: Direction, show: () => void): void;
  /** Loads the texts in a language. */
  loadTexts(language: string): Promise<void>;
}

/** Where the visitor is. */
interface Position {
  /** The page of the flow. */
  page: string;
  /** The id of the step, and its place on the page when it was last shown. */
  id: string;
  at: number;
  /** The steps of the page that the visitor has seen. */
  seen: Set<string>;
}

export function createPacedRun(inner: FlowRun, { ahead, slide, loadTexts }: PaceServices): PacedRun {
  const listeners = createListeners();
  let view = inner.view();
  let steps = stepsOf(view);
  let round = inner.round();
  let position = arriveAt(0);
  /** Whether the visitor has asked for the page before. */
  let isGoingBack = false;
  /** The step whose question the engine has to check before the next one is shown. */
  let checked: Step | undefined;
  /** Whether another page is about to be shown. */
  let isSliding = false;
  let shown = compute();

  function pageKey() {
    return `${inner.round()} ${view.stateId ?? view.style}`;
  }
  function arriveAt(at: number, passed: Step[] = []): Position {
    const id = steps.list[at]?.id ?? "";
    return { page: pageKey(), id, at, seen: new Set([...passed.map((step) => step.id), id]) };
  }

  /** Returns the place of the next question of the page: after this one, else one that has appeared before it. */
  function placeAfter(): number {
    if (position.at + 1 < steps.list.length) return position.at + 1;
    return steps.list.findIndex(({ id }) => !position.seen.has(id));
  }
  function compute(): View {
    if (view.style !== "normal") return view;
    return viewOfStep(view, steps, position.at, placeAfter() === -1, ahead);
  }
  function present(direction?: Direction) {
    const show = () => {
      isSliding = false;
      const next = compute();
      shown = next.stateId === shown.stateId ? keepUnchanged(shown, next) : next;
      listeners.notify();
    };
    if (!direction) return show();
    isSliding = true;
    slide(direction, show);
  }
  function goTo(at: number, direction?: Direction) {
    const id = steps.list[at]?.id ?? "";
    position = { ...position, id, at, seen: position.seen.add(id) };
    present(direction);
  }

  /** Follows the run, which has changed. */
  function follow() {
    const before = view;
    view = inner.view();
    steps = stepsOf(view);
    if (pageKey() !== position.page) return arrive();
    const at = steps.list.findIndex(({ id }) => id === position.id);
    // The question has disappeared.
    if (at === -1) return goTo(Math.max(0, Math.min(position.at, steps.list.length - 1)));
    position = { ...position, at };
    const wrong = steps.list.findIndex((step) => hasNewMessage(step, before));
    // What keeps the visitor on the page must be seen. Without motion, so that the engine's effect finds it to be focused.
    if (wrong !== -1 && !steps.list[at]?.question?.message) {
      checked = undefined;
      return goTo(wrong);
    }
    present();
    settle();
  }

  /** Shows another page: the flow's next one, the one before, or one of another run. */
  function arrive() {
    checked = undefined;
    const isOther = inner.round() !== round;
    round = inner.round();
    // A run that was left continues with what is unanswered.
    const open = steps.list.findIndex(({ question }) => !question?.answer);
    const at = isGoingBack || (isOther && open === -1) ? steps.list.length - 1 : isOther ? open : 0;
    const direction = isOther ? undefined : isGoingBack ? "back" : "forward";
    position = arriveAt(at, steps.list.slice(0, at));
    present(direction);
  }

  /** Shows the next question once the engine has found nothing wrong with this one. */
  function settle() {
    if (!checked || inner.engine() !== "running") return;
    const step = steps.list[position.at];
    const isSame = step?.id === checked.id;
    checked = undefined;
    if (isSame && !step?.question?.message) goTo(placeAfter(), "forward");
  }

  function next() {
    const step = steps.list[position.at];
    if (view.style !== "normal" || !step?.question || placeAfter() === -1)
      return inner.send({ type: "next" });
    const { questionId, lookUp } = step.question;
    if (checked) return;
    // Visitors leave the question, as they leave it on a page by going to the next one.
    if (lookUp === "unasked") inner.send({ type: "look_up", questionId });
    checked = step;
    inner.send({ type: "next", questionId });
    settle();
  }
  function back() {
    if (view.style !== "normal" || position.at === 0) {
      isGoingBack = true;
      inner.send({ type: "back" });
      isGoingBack = false;
      return;
    }
    checked = undefined;
    if (!view.moving && !view.submitting) goTo(position.at - 1, "back");
  }
  function send(event: FlowEvent) {
    const { type } = event;
    // What is pressed is on a page that is gone.
    if (isSliding && (type === "next" || type === "back" || type === "skip")) return;
    if (type === "next") return next();
    if (type === "back") return back();
    if (type === "language") return void loadTexts(event.code).then(() => inner.send(event));
    inner.send(event);
  }

  inner.subscribe(follow);
  return {
    run: { ...inner, view: () => shown, subscribe: listeners.add, send },
    current() {
      const step = steps.list[position.at];
      if (!step || isSliding || view.style !== "normal") return undefined;
      const isLast = placeAfter() === -1;
      return { question: step.question, isSelfAdvancing: isSelfAdvancing(step, steps, isLast) };
    },
    place(passed) {
      if (!ahead || view.style !== "normal" || !steps.list[position.at]?.question) return undefined;
      return placeAmong(passed, steps, position.at, ahead[view.stateId ?? ""]);
    },
    refresh: () => present(),
  };
}

/** @param following how many questions of each style are asked after the page. */
function placeAmong(
  passed: readonly PassedPage[],
  { list }: Steps,
  at: number,
  following: Ahead[string] = {},
): Place {
  const asked = passed.flatMap(({ elements }) => elements.filter(isAsked)).length;
  const count = Object.values(following).reduce((sum, more) => sum + more, asked + list.length);
  return { question: asked + at + 1, count };
}

function hasNewMessage({ id, question }: Step, { elements }: View): boolean {
  const before = elements.find((element) => element.id === id);
  return question?.message !== undefined && !(before as QuestionElement | undefined)?.message;
}
