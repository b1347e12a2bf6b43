import { beforeEach, expect, it, vi } from "vitest";
import { Problem } from "../../http/problem";
import type { TimelineItem } from "../../wire";
import type { MessageStore } from "./database";
import type { OutgoingMessage } from "./message";
import { Outbox } from "./outbox";

const written = (key: string, fields: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  ...{ key, user: "ann", chat: "c1", kind: "reply", body: key, image: null, refusal: null },
  writtenAt: Number(key),
  ...fields,
});

function memoryStore(): MessageStore {
  const stored = new Map<string, OutgoingMessage>();
  return {
    all: async () => [...stored.values()],
    put: async (message) => void stored.set(message.key, message),
    remove: async (key) => void stored.delete(key),
    has: async (key) => stored.has(key),
  };
}

const ITEM = { id: "m1", position: 1 } as TimelineItem;

let store: MessageStore;
const send = vi.fn<(message: OutgoingMessage) => Promise<TimelineItem>>();
const sent: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  store = memoryStore();
  sent.length = 0;
  send.mockReset();
  send.mockImplementation(async () => ITEM);
});

const open = (fields: { exclusively?: <Result>(task: () => Promise<Result>) => Promise<Result> } = {}) =>
  new Outbox("ann", {
    store,
    send,
    onSent: ({ key }) => sent.push(key),
    exclusively: (task) => task(),
    announce: () => {},
    random: () => 1,
    ...fields,
  });

const offline = () => Promise.reject(new Problem("The server cannot be reached.", {}));
const refused = () => Promise.reject(new Problem("The chat is full.", { status: 409, code: "chat_full" }));

it("sends in the order of writing, one at a time", async () => {
  const outbox = open();
  await outbox.add(written("1"));
  await outbox.add(written("2"));
  await vi.runAllTimersAsync();
  expect(sent).toEqual(["1", "2"]);
  expect(outbox.current()).toEqual([]);
  expect(await store.all()).toEqual([]);
});

it("tries again with the same key after pauses that grow, or at once when the connection is back", async () => {
  send.mockImplementation(offline);
  const outbox = open();
  await outbox.add(written("1"));
  await vi.advanceTimersByTimeAsync(0);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(send).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(3);
  send.mockImplementation(async () => ITEM);
  outbox.tryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["1"]);
  expect(new Set(send.mock.calls.map(([{ key }]) => key))).toEqual(new Set(["1"]));
});

it("keeps what is not sent for the next page, and for the person who wrote it", async () => {
  send.mockImplementation(offline);
  const first = open();
  await first.add(written("1"));
  await vi.advanceTimersByTimeAsync(0);
  first.stop();
  await store.put(written("2", { user: "bob" }));
  send.mockImplementation(async () => ITEM);
  await open().load();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["1"]);
  expect((await store.all())?.map(({ key }) => key)).toEqual(["2"]);
});

it("holds what is behind a refused message until that is tried again or removed", async () => {
  send.mockImplementation(refused);
  const outbox = open();
  await outbox.add(written("1"));
  await outbox.add(written("2"));
  await outbox.add(written("3", { chat: "c2" }));
  await vi.runAllTimersAsync();
  expect(outbox.current().map(({ refusal }) => refusal?.code)).toEqual(["chat_full", undefined, "chat_full"]);
  send.mockImplementation(async () => ITEM);
  await outbox.remove("1");
  await outbox.retry("3");
  await vi.runAllTimersAsync();
  expect(sent.sort()).toEqual(["2", "3"]);
});

it("sends nothing that another tab has sent", async () => {
  send.mockImplementation(offline);
  const outbox = open();
  await outbox.add(written("1"));
  await vi.advanceTimersByTimeAsync(0);
  await store.remove("1");
  await vi.runAllTimersAsync();
  expect(send).toHaveBeenCalledTimes(1);
  expect(outbox.current()).toEqual([]);
});

it("forgets nothing where what is stored cannot be read", async () => {
  send.mockImplementation(offline);
  const outbox = open();
  await outbox.add(written("1"));
  store.all = async () => null;
  await outbox.load();
  expect(outbox.current().map(({ key }) => key)).toEqual(["1"]);
});

it("sends nothing after its end, also what has waited for another tab until then", async () => {
  let give = () => {};
  const turn = new Promise<void>((resolve) => {
    give = resolve;
  });
  const outbox = open({ exclusively: (task) => turn.then(task) });
  await outbox.add(written("1"));
  outbox.stop();
  give();
  await vi.runAllTimersAsync();
  expect(send).not.toHaveBeenCalled();
  expect(await store.has("1")).toBe(true);
});
