import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createListeners } from "../basics/listeners";
import type { ChatRun } from "../chat";
import { playReplySounds } from "./replySound";
import type { TabNews, Tabs } from "./tabs";

/** Whether the browser allows sound, and how many contexts are open. */
let isAllowed: boolean;
let open: number;
let played: number[];

class FakeContext {
  currentTime = 0;
  destination = {};

  constructor() {
    open += 1;
  }
  resume = () => (isAllowed ? Promise.resolve() : new Promise<void>(() => {}));
  async close() {
    open -= 1;
  }
  createGain = () => ({
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect() {},
  });
  createOscillator() {
    const frequency = { value: 0 };
    return { frequency, connect() {}, start: () => played.push(frequency.value), stop() {} };
  }
}

beforeEach(() => {
  isAllowed = true;
  open = 0;
  played = [];
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", FakeContext);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const SOUND = [660, 880];

/** The tabs of a browser, each with the chat. */
function openTabs(number: number) {
  const tabs = Array.from({ length: number }, () => createListeners<[TabNews]>());
  return tabs.map((own) => {
    const channel: Tabs = {
      tell(news) {
        for (const other of tabs) if (other !== own) other.notify(news);
      },
      listen: own.add,
    };
    return startTab(channel);
  });
}

function startTab(tabs: Tabs) {
  const listeners = createListeners();
  let state = { phase: "loading", unread: 0, items: [] as { id: string; actor: string }[] };
  const run = { state: () => state, subscribe: listeners.add } as unknown as ChatRun;
  playReplySounds(run, tabs);
  const change = (fields: Partial<typeof state>) => {
    state = { ...state, ...fields };
    listeners.notify();
  };
  return {
    change,
    show: (unread: number) => change({ phase: "shown", unread }),
    receive(id: string) {
      change({ unread: state.unread + 1, items: [...state.items, { id, actor: "staff" }] });
    },
  };
}

it("plays for a reply that arrives unseen, and not for what was unread before", async () => {
  const [tab] = openTabs(1);
  tab?.show(2);
  await vi.runAllTimersAsync();
  expect(played).toEqual([]);
  tab?.receive("r1");
  await vi.runAllTimersAsync();
  expect(played).toEqual(SOUND);
  tab?.change({ unread: 0 });
  tab?.receive("r2");
  await vi.runAllTimersAsync();
  expect(played).toEqual([...SOUND, ...SOUND]);
  expect(open).toBe(0);
});

it("plays in one of several tabs", async () => {
  const tabs = openTabs(3);
  for (const tab of tabs) tab.show(0);
  for (const tab of tabs) tab.receive("r1");
  await vi.runAllTimersAsync();
  expect(played).toEqual(SOUND);
  expect(open).toBe(0);
});

it("plays in one tab where all are ready in the same moment, and the first number wins", async () => {
  const numbers = [0.5, 0.2, 0.7];
  vi.spyOn(Math, "random").mockImplementation(() => numbers.shift() ?? 0);
  const told: TabNews[] = [];
  const channel = createListeners<[TabNews]>();
  const tab = startTab({ tell: (news) => told.push(news), listen: channel.add });
  tab.show(0);
  tab.receive("r1");
  await vi.advanceTimersByTimeAsync(10);
  expect(told).toEqual([{ type: "sound", reply: "r1", turn: 0.5 }]);
  channel.notify({ type: "sound", reply: "r1", turn: 0.2 });
  channel.notify({ type: "sound", reply: "r1", turn: 0.7 });
  await vi.runAllTimersAsync();
  expect(played).toEqual([]);
  expect(open).toBe(0);
});

it("is silent in a tab that hears late of a reply", async () => {
  const [first, second] = openTabs(2);
  first?.show(0);
  second?.show(0);
  first?.receive("r1");
  await vi.runAllTimersAsync();
  second?.receive("r1");
  await vi.runAllTimersAsync();
  expect(played).toEqual(SOUND);
});

it("is silent if the reply is read at once, in another tab", async () => {
  const [tab] = openTabs(1);
  tab?.show(0);
  tab?.receive("r1");
  await vi.advanceTimersByTimeAsync(50);
  tab?.change({ unread: 0 });
  await vi.runAllTimersAsync();
  expect(played).toEqual([]);
});

it("leaves the sound to a tab in which the browser allows it", async () => {
  const [first, second] = openTabs(2);
  first?.show(0);
  second?.show(0);
  isAllowed = false;
  first?.receive("r1");
  isAllowed = true;
  second?.receive("r1");
  await vi.runAllTimersAsync();
  expect(played).toEqual(SOUND);
  expect(open).toBe(0);
});

it("fails without a word", async () => {
  vi.stubGlobal("AudioContext", undefined);
  const [tab] = openTabs(1);
  tab?.show(0);
  tab?.receive("r1");
  await vi.runAllTimersAsync();
  expect(played).toEqual([]);
});

it("ends with the chat", async () => {
  const [tab] = openTabs(1);
  tab?.show(0);
  tab?.change({ phase: "left" });
  tab?.change({ phase: "shown" });
  tab?.receive("r1");
  await vi.runAllTimersAsync();
  expect(played).toEqual([]);
});
