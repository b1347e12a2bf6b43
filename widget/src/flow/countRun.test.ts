// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bootForTests } from "../boot/bootForTests";
import type { FlowEvent } from "../engine/types";
import { createRunCounter } from "./countRun";
import type { RunOptions } from "./runOptions";

const sendBeacon = vi.fn<(address: string) => boolean>(() => true);

beforeEach(() => {
  sendBeacon.mockClear();
  vi.stubGlobal("navigator", { onLine: true, sendBeacon });
});

afterEach(() => vi.unstubAllGlobals());

const ANSWER: FlowEvent = { type: "answered", questionId: "q", answer: { text: "fine" } };

function counter(change: Partial<RunOptions> = {}, isStandIn = false) {
  const boot = bootForTests({ api_base: ".", is_counted: true, node: { id: "door" } as never });
  const flow = { id: "after visit" } as RunOptions["flow"];
  const options = { boot, flow, visit: {} as RunOptions["visit"], instant: false, ...change };
  return createRunCounter(options, isStandIn);
}

/** Returns the counted steps, each as the query of its address. */
function counted() {
  return sendBeacon.mock.calls.map(([address]) => address);
}

const address = (step: string, more = "") =>
  `./v1/counters?step=${step}&node_id=door&flow_id=after+visit${more}`;

describe("a run", () => {
  it("is counted when it is seen, and with the first answer, each once", () => {
    const run = counter();
    run.start();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(counted()).toEqual([address("opened")]);
    run.note({ type: "next" });
    run.note({ type: "answered", questionId: "q", answer: null });
    run.note({ type: "preloaded", answers: { q: "x" } });
    expect(counted()).toHaveLength(1);
    run.note(ANSWER);
    run.note({ type: "uploaded", questionId: "q", answer: { files: [] } });
    expect(counted()).toEqual([address("opened"), address("started")]);
  });

  it("names its widget, and waits until that is open", () => {
    let isOpen = false;
    const listeners = new Set<() => void>();
    const visit = {
      isOpen: () => isOpen,
      followOpen(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    } as unknown as RunOptions["visit"];
    const widget = { code: "PSN-COUNT01" } as never;
    const boot = bootForTests({ api_base: ".", is_counted: true, node: { id: "door" } as never, widget });
    const stop = counter({ visit, boot }).start();
    expect(counted()).toEqual([]);
    isOpen = true;
    for (const listener of listeners) listener();
    expect(counted()).toEqual([address("opened", "&widget_code=PSN-COUNT01")]);
    stop();
    expect(listeners.size).toBe(0);
  });

  it("that was answered before it is seen was opened as well", () => {
    counter().note(ANSWER);
    expect(counted()).toEqual([address("opened"), address("started")]);
  });

  it("that stands in for one that was left is counted only when it is answered", () => {
    const run = counter({}, true);
    run.start();
    expect(counted()).toEqual([]);
    run.note(ANSWER);
    expect(counted()).toEqual([address("opened"), address("started")]);
  });

  it("of the next visitor is counted with their first answer", () => {
    const run = counter();
    run.start();
    run.note(ANSWER);
    run.restart();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(counted()).toHaveLength(2);
    run.note(ANSWER);
    expect(counted().slice(2)).toEqual([address("opened"), address("started")]);
  });
});

it.each([
  ["a server that does not count", { boot: bootForTests({ node: { id: "door" } as never }) }],
  ["a preview", { instant: true }],
  ["a run that is continued", { resumed: {} as RunOptions["resumed"] }],
])("nothing is counted of %s", (_, change) => {
  const run = counter(change as Partial<RunOptions>);
  run.start();
  run.note(ANSWER);
  expect(counted()).toEqual([]);
});

it("nothing is counted without a network", () => {
  vi.stubGlobal("navigator", { onLine: false, sendBeacon });
  const run = counter();
  run.start();
  run.note(ANSWER);
  expect(counted()).toEqual([]);
});
