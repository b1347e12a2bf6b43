import type { FlowEvent } from "../engine/types";
import type { RunOptions } from "./runOptions";

/** Counts how far visitors come in a run, with nothing about them (docs/results.md#counters). */
export interface RunCounter {
  /** Counts that the visitor sees the flow, as soon as that is so. Returns the function that stops waiting for it. */
  start(): () => void;
  /** To be called with each event of the run. */
  note(event: FlowEvent): void;
  /** Another visitor answers from now on. Whether anybody is there, the first answer tells. */
  restart(): void;
}

/** In the order in which visitors come to them. */
const STEPS = ["opened", "started"];

/** @param isStandIn whether the run stands in for one that was left, until that is there: only an answer makes it another one. */
export function createRunCounter(
  {
    boot: { api_base: base, is_counted: isCounted, node, widget },
    flow,
    visit: { isOpen, followOpen },
    instant,
    resumed,
  }: Pick<RunOptions, "boot" | "flow" | "visit" | "instant" | "resumed">,
  isStandIn: boolean,
): RunCounter {
  /** How many steps are counted: those of a run that is continued were when it began. */
  let counted = resumed ? STEPS.length : 0;
  let awaitsAnswer = isStandIn;

  function reach(steps: number) {
    for (; isCounted && !instant && counted < steps; counted++) {
      const query = new URLSearchParams({
        step: STEPS[counted] ?? "",
        node_id: node?.id ?? "",
        flow_id: flow.id,
      });
      if (widget) query.set("widget_code", widget.code);
      if (navigator.onLine) navigator.sendBeacon(`${base}/v1/counters?${query}`);
    }
  }
  function look() {
    if (!awaitsAnswer && document.visibilityState === "visible" && isOpen?.() !== false) reach(1);
  }

  return {
    start() {
      look();
      document.addEventListener("visibilitychange", look);
      const stopFollowing = followOpen?.(look);
      return () => {
        document.removeEventListener("visibilitychange", look);
        stopFollowing?.();
      };
    },
    note(event) {
      if ("answer" in event && event.answer) reach(2);
    },
    restart() {
      counted = 0;
      awaitsAnswer = true;
    },
  };
}
