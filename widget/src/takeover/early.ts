import { controlPath, type EarlyAct, type EarlyActs } from "./earlyActs";

/*
 * Records what a visitor does before the page's scripts are there (docs/widget.md#takeover). It stands in the head, so that it
 * misses nothing, and the page is hidden at once where it would be another one in this browser.
 */

const list: EarlyAct[] = [];
const stops = new AbortController();
/** Calls wait in it while a key or a finger is down, or a text is being composed. */
const waiting: (() => void)[] = [];
let isDown = false;
let isComposing = false;

/** The root element comes after this script. */
const root = () => document.getElementById("app") ?? document.body;

function on<Type extends keyof DocumentEventMap>(
  types: Type[],
  act: (event: DocumentEventMap[Type]) => void,
  target: EventTarget = document,
) {
  for (const type of types) {
    target.addEventListener(type, act as EventListener, { capture: true, signal: stops.signal });
  }
}

function note(target: EventTarget | null, act: (control: EarlyAct["control"]) => EarlyAct) {
  const control = target instanceof Element && controlPath(root(), target);
  if (!control) return;
  const next = act(control);
  const last = list.at(-1);
  const isSame = last?.control.element === control.element && last.control.index === control.index;
  // Of a text only what has become of it counts.
  if (isSame && last.type === "value" && next.type === "value") list.pop();
  list.push(next);
}

function settle() {
  if (isDown || isComposing) return;
  for (const then of waiting.splice(0)) then();
}

function release() {
  // The click, or what the key does, comes right after.
  setTimeout(() => {
    isDown = false;
    settle();
  });
}

const isSwitch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type);

on(["change"], ({ target }) => {
  if (isSwitch(target)) note(target, (control) => ({ type: "press", control }));
});
on(["input", "change"], ({ target }) => {
  if (isSwitch(target) || !(target instanceof Element) || !("value" in target)) return;
  const value = String(target.value);
  note(target, (control) => ({ type: "value", control, value }));
});
on(["click"], ({ target }) => {
  const button = target instanceof Element && target.closest("button");
  // A form is sent by Enter, too.
  if (button && button.type !== "submit") note(button, (control) => ({ type: "press", control }));
});
on(["submit"], (event) => {
  event.preventDefault();
  const { submitter } = event;
  const none = { element: "", index: -1 };
  list.push({ type: "submit", control: controlPath(root(), submitter) ?? none });
});
on(["pointerdown", "keydown"], () => {
  isDown = true;
});
on(["pointerup", "pointercancel", "keyup"], release);
on(["compositionstart"], () => {
  isComposing = true;
});
on(["compositionend"], () => {
  isComposing = false;
  release();
});
// What is let go of elsewhere is not heard here.
on(["blur"] as never, release, window);

window.pulsenEarly = {
  list,
  whenIdle(then) {
    waiting.push(then);
    settle();
  },
  stop: () => stops.abort(),
} satisfies EarlyActs;

try {
  // A visitor who has left answers (`run/storedRuns.ts`) may continue with them, which the page offers above its first view.
  if (localStorage.getItem("FLOW/runs") !== null) document.documentElement.classList.add("is-hidden-early");
} catch {
  // Nothing can have been left.
}
