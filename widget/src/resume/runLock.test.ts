// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The browser's locks, which all tabs share: the names of those that somebody has. */
let taken: Set<string>;
/** The open channels of all tabs. */
let channels: Set<FakeChannel>;

class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  constructor() {
    channels.add(this);
  }
  postMessage(data: unknown) {
    for (const other of [...channels]) if (other !== this) other.onmessage?.({ data });
  }
  close() {
    channels.delete(this);
  }
}

const locks = {
  async request(name: string, _: LockOptions, take: (lock: object | null) => unknown) {
    const isFree = !taken.has(name);
    taken.add(name);
    await take(isFree ? { name } : null);
    if (isFree) taken.delete(name);
  },
  query: async () => ({ held: [...taken].map((name) => ({ name })) }),
};

beforeEach(() => {
  taken = new Set();
  channels = new Set();
  vi.stubGlobal("BroadcastChannel", FakeChannel);
});
afterEach(() => {
  window.dispatchEvent(new Event("pagehide"));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns the module as another tab has it. */
async function openTab() {
  vi.resetModules();
  return await import("./runLock");
}

describe("where the browser has locks", () => {
  beforeEach(() => vi.stubGlobal("navigator", { locks }));

  it("one of two tabs that take a run at the same time has it", async () => {
    const tabs = [await openTab(), await openTab()];
    expect(await Promise.all(tabs.map(({ takeRun }) => takeRun("r")))).toEqual([true, false]);
    expect(await tabs[0]?.takeRun("r")).toBe(true);
    expect(await tabs[1]?.takeRun("another")).toBe(true);
  });

  it("the other one has it once the first has left it", async () => {
    const [first, second] = [await openTab(), await openTab()];
    await first.takeRun("r");
    first.leaveRun("r");
    await vi.waitFor(async () => expect(await second.takeRun("r")).toBe(true));
  });

  it("who only looks whether it goes on keeps nobody from it", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const looked = second.isGoingOn("r");
    expect(await first.takeRun("r")).toBe(true);
    await looked;
    expect(await second.isGoingOn("r")).toBe(true);
    expect(await second.isGoingOn("another")).toBe(false);
  });

  it("or has gone", async () => {
    const [first, second] = [await openTab(), await openTab()];
    await first.takeRun("r");
    window.dispatchEvent(new Event("pagehide"));
    await vi.waitFor(async () => expect(await second.takeRun("r")).toBe(true));
  });
});

describe("where it has none", () => {
  beforeEach(() => {
    vi.stubGlobal("navigator", {});
    vi.useFakeTimers();
  });

  /** Lets several tabs ask for a run. */
  async function take(...tabs: Awaited<ReturnType<typeof openTab>>[]) {
    const taking = Promise.all(tabs.map(({ takeRun }) => takeRun("r")));
    await vi.advanceTimersByTimeAsync(300);
    return taking;
  }

  it("the tabs ask one another, and at most one has the run", async () => {
    const [first, second] = [await openTab(), await openTab()];
    const isTaken = await take(first, second);
    expect(isTaken.filter(Boolean)).toHaveLength(1);
    const [holder, other] = isTaken[0] ? [first, second] : [second, first];
    expect(await take(other)).toEqual([false]);
    holder.leaveRun("r");
    expect(await take(other)).toEqual([true]);
  });
});
