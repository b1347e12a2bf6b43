// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { createOpenSubmissions, type OpenSubmissions } from "./leaving";
import { FEEDBACK } from "./records/changes";
import { createFallbackStore, createMemoryStore, type FallbackStore } from "./store/fallbackStore";

const register = vi.fn(async () => {});

let store: FallbackStore;
let open: OpenSubmissions;

beforeEach(() => {
  register.mockClear();
  window.localStorage.clear();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const serviceWorker = { getRegistration: async () => ({ sync: { register } }) };
  vi.stubGlobal("navigator", { onLine: true, serviceWorker });
  const first = createMemoryStore(FEEDBACK);
  store = createFallbackStore(FEEDBACK, () => first, { onFailure() {}, onRestored() {} });
  open = createOpenSubmissions({
    known: store.known,
    isUnstored: store.isUnstored,
    async write(id, written, files) {
      await store.change([{ id, change: { ...written, type: "write" }, files }]);
    },
    async begin(id, key) {
      await store.change([{ id, change: { type: "begin", key } }]);
    },
  });
});

function write(key: string, partial = true): Promise<void> {
  const submission = { key, partial, body: key, headers: {}, content: key };
  return open.write("run", { lane: "lane", apiBase: "", submission, now: 0 }, []);
}

const left = () => window.localStorage.getItem("FLOW/left");

it.each([false, true])(
  "what was sent on leaving is not replaced (written down before: %s)",
  async (isWritten) => {
    const writing = write("k1");
    if (isWritten) await writing;
    open.leave();
    expect(left()).toContain("k1");
    await write("k2");
    await writing;
    expect(await store.read("run")).toMatchObject({
      isTried: true,
      attempt: { key: "k1" },
      next: { key: "k2" },
    });
    await vi.waitFor(() => expect(left()).toBeNull());
  },
);

it("what was left behind is forgotten when something newer is written down, and nothing newer with it", async () => {
  void write("k1", false);
  const [, last] = [write("k2", false), write("k3", false)];
  await vi.waitFor(() => expect(left()).toBeNull());
  await last;
  expect((await store.read("run"))?.attempt?.key).toBe("k3");
});

it("the browser is asked to go on after the page when no reply has come soon, or when it is left", async () => {
  vi.useFakeTimers();
  await write("k1");
  open.close("k1");
  await write("k2");
  await vi.advanceTimersByTimeAsync(999);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(register.mock.calls).toEqual([["pulsen-outbox"]]);
  open.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(register).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
