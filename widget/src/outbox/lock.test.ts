import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { acquireLock } from "./sender";

/** Longer than a holder that is gone keeps its lock. */
const LONG_MS = 20_000;

let locks: Locks;

beforeEach(() => {
  vi.useFakeTimers();
  locks = new Locks();
  Channel.open.clear();
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("BroadcastChannel", Channel);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the lock of who sends", () => {
  it("belongs to one after the other, however long the first one takes", async () => {
    const first = await acquireLock("a");
    const second = acquires();
    await vi.advanceTimersByTimeAsync(10 * LONG_MS);
    expect(second.release).toBeUndefined();
    first();
    await vi.advanceTimersByTimeAsync(0);
    expect(second.release).toBeDefined();
  });

  it("is taken from a holder that does not answer any more, by one of those who wait", async () => {
    const frozen = await acquireLock("a");
    for (const channel of Channel.open) channel.isFrozen = true;
    const others = [acquires(), acquires()];
    await vi.advanceTimersByTimeAsync(LONG_MS);
    const [winner] = others.filter(({ release }) => release);
    expect(others.filter(({ release }) => release)).toHaveLength(1);

    // When the first one goes on, it has nothing to end, and who has taken the lock still answers.
    for (const channel of Channel.open) channel.isFrozen = false;
    frozen();
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(others.filter(({ release }) => release)).toHaveLength(1);
    winner?.release?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(others.every(({ release }) => release)).toBe(true);
  });

  it("leaves nothing behind", async () => {
    const releases = [await acquireLock("a")];
    const second = acquires();
    releases[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    second.release?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([Channel.open.size, vi.getTimerCount(), locks.held.size, locks.waiting.length]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it("is done without where it is denied", async () => {
    locks.isDenied = true;
    (await acquireLock("a"))();
    vi.stubGlobal("navigator", {});
    (await acquireLock("a"))();
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** Acquires the lock in the background. */
function acquires(): { release?: () => void } {
  const acquired: { release?: () => void } = {};
  void acquireLock("a").then((release) => {
    acquired.release = release;
  });
  return acquired;
}

type Hold = () => Promise<void> | undefined;

/** The browser's lock manager, as far as it is used. */
class Locks {
  isDenied = false;
  held = new Set<(stolen: Error) => void>();
  waiting: (() => void)[] = [];

  request(_: string, { steal }: LockOptions, hold: Hold): Promise<void> {
    if (this.isDenied) return Promise.reject(new Error("denied"));
    return new Promise((resolve, reject) => {
      const grant = () => {
        this.held.add(reject);
        void Promise.resolve(hold()).then(() => {
          resolve();
          if (this.held.delete(reject)) this.waiting.shift()?.();
        });
      };
      if (steal) {
        for (const end of this.held) end(new Error("stolen"));
        this.held.clear();
      }
      if (this.held.size === 0) grant();
      else this.waiting.push(grant);
    });
  }
}

/** A channel of tabs; a frozen tab hears nothing. */
class Channel {
  static open = new Set<Channel>();
  isFrozen = false;
  onmessage: ((event: { data: unknown }) => void) | undefined;

  constructor() {
    Channel.open.add(this);
  }

  postMessage(data: unknown) {
    for (const other of Channel.open) {
      if (other !== this) queueMicrotask(() => other.isFrozen || other.onmessage?.({ data }));
    }
  }

  close() {
    Channel.open.delete(this);
  }
}
