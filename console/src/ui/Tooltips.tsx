import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Keys } from "./Keys";

/** How long a pointer rests on a button before, and is elsewhere until it goes (docs/constants.md#delays). */
const REST_MS = 600;
const LEAVE_MS = 200;

/** Between the tooltip and its button, and the edge of the window, in px. */
const GAP = 6;
const EDGE = 8;

/** Shows what each button with an icon alone is called, and its keys, beside it while it is hovered or has the focus of the keyboard. */
export function Tooltips() {
  const [button, setButton] = useState<HTMLElement | null>(null);
  useEffect(() => followButtons(setButton), []);
  return button?.isConnected && <Tooltip button={button} />;
}

function Tooltip({ button }: { button: HTMLElement }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    box.current.showPopover();
    place(box.current, button);
    button.setAttribute("aria-describedby", id);
    return () => button.removeAttribute("aria-describedby");
  }, [id, button]);
  const keys = button.dataset.tooltip;
  return (
    // Dialogs of React Aria do not hide it.
    <div
      key={id}
      ref={box}
      id={id}
      className="tooltip"
      role="tooltip"
      popover="manual"
      data-react-aria-top-layer
    >
      {button.ariaLabel}
      {keys && <Keys keys={keys} />}
    </div>
  );
}

/** Above the button, or where there is no room, below it. */
function place(box: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const middle = at.left + (at.width - width) / 2;
  const left = Math.max(EDGE, Math.min(middle, document.documentElement.clientWidth - width - EDGE));
  const above = at.top - GAP - height;
  box.style.translate = `${left}px ${above >= EDGE ? above : at.bottom + GAP}px`;
}

/** Calls `show` with the button whose tooltip is to be seen, and with `null` when none is. Returns what ends that. */
function followButtons(show: (button: HTMLElement | null) => void): () => void {
  let current: HTMLElement | null = null;
  let hovered: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (button: HTMLElement | null) => {
    clearTimeout(timer);
    current = button;
    show(button);
  };
  // What comes under a pointer that rests was not pointed at.
  const move = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === "touch" || !(target instanceof Element)) return;
    const isOnTooltip = target.closest("[role=tooltip]") !== null;
    const button = isOnTooltip ? current : target.closest<HTMLElement>("[data-tooltip]:enabled");
    if (button === hovered) return;
    hovered = button;
    clearTimeout(timer);
    if (button === current) return;
    // The next one comes at once.
    timer = setTimeout(() => change(button), button === null ? LEAVE_MS : current ? 0 : REST_MS);
  };
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.matches("[data-tooltip]:focus-visible")) change(target);
  };
  const press = (event: KeyboardEvent) => {
    // It is meant for nothing else on the page.
    if (current && event.key === "Escape") event.stopPropagation();
    change(null);
  };
  const hide = () => change(null);
  const scroll = ({ target }: Event) => {
    if (target instanceof Node && target.contains(current)) hide();
  };
  const ended = new AbortController();
  const options = { signal: ended.signal, capture: true };
  document.addEventListener("pointermove", move, options);
  document.addEventListener("focusin", focus, options);
  document.addEventListener("keydown", press, options);
  document.addEventListener("scroll", scroll, options);
  for (const event of ["pointerdown", "focusout"]) document.addEventListener(event, hide, options);
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}
