import { controlOf, type EarlyAct, type EarlyActs } from "./earlyActs";

/** Records what a visitor does before the page's scripts are there (docs/widget.md#takeover): from now on, for `takeOver.ts`. */
export function recordActs() {
  on(["input", "change"], ({ type }, target) => {
    const control = controlAt(target);
    if (!isSwitch(target)) note({ type: "value", control, value: (target as HTMLInputElement).value });
    else if (type === "change") note({ type: "press", control });
  });
  on(["click"], (_, target) => {
    // A form is sent by Enter, too.
    const button = target.closest("button:not([type=submit])");
    const control = controlAt(button);
    const last = list.at(-1);
    // Pressed again, because nothing happened, it means the same.
    if (button && !(last?.type === "press" && last.control === control)) note({ type: "press", control });
  });
  on(["submit"], (event) => {
    event.preventDefault();
    note({
      type: "submit",
      control: controlAt(event.submitter),
      from: controlAt(document.activeElement),
    });
  });
  on(["pointerdown", "keydown"], () => {
    isDown = true;
  });
  // What is let go of elsewhere is not heard here, but the focus leaves the window.
  on(["pointerup", "pointercancel", "keyup", "blur"], release);
  on(["compositionstart" as "blur"], () => {
    isComposing = true;
  });
  on(["compositionend" as "blur"], () => {
    isComposing = false;
    release();
  });

  window.pulsenEarly = {
    list,
    whenIdle(then) {
      waiting.push(then);
      settle();
    },
    stop() {
      isOver = true;
    },
  } satisfies EarlyActs;
}

const list: EarlyAct[] = [];
/** What waits while a key or a finger is down, or a text is being composed. */
const waiting: (() => void)[] = [];
let isDown = false;
let isComposing = false;
let isOver = false;

function on<Type extends keyof GlobalEventHandlersEventMap>(
  types: Type[],
  act: (event: GlobalEventHandlersEventMap[Type], target: Element) => void,
) {
  for (const type of types) {
    addEventListener(
      type,
      (event) => {
        if (!isOver) act(event as GlobalEventHandlersEventMap[Type], event.target as Element);
      },
      true,
    );
  }
}

/** The root element comes after this script. */
function controlAt(target: Element | null): number {
  const root = document.getElementById("app");
  return root ? controlOf(root, target) : -1;
}

function note(act: EarlyAct) {
  // Of a text only the last value counts, and of presses that led nowhere yet only the last one.
  const earlier = list.findIndex(
    ({ type, control }) =>
      type === act.type && type !== "press" && (type === "submit" || control === act.control),
  );
  if (earlier >= 0) list.splice(earlier, 1);
  if (act.control >= 0 || act.type === "submit") list.push(act);
}

function settle() {
  if (isDown || isComposing) return;
  for (const then of waiting.splice(0)) then();
}

/** A task of its own, which comes also where timers are late. */
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  isDown = false;
  settle();
};

function release() {
  // The click, or what the key does, comes right after.
  port2.postMessage(0);
}

const isSwitch = (target: Element) => target.matches("[type=checkbox],[type=radio]");
