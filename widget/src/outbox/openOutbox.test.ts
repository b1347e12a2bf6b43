// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { chatsOf } from "../storage/chatRecords";
import { forgetKeptChat } from "../storage/nodeHistory";
import { keepVisitor } from "../storage/visitor";
import { openOutbox } from "./openOutbox";
import { FEEDBACK, type RecordChange } from "./records/changes";
import { FRESH, laneOf, type OutboxRecord } from "./records/record";
import { createMemoryStore } from "./store/fallbackStore";
import type { OutboxStore } from "./store/outboxStore";

const TOKEN = "secret";
const CHAT = { feedbackId: "f1", token: TOKEN };

let store: OutboxStore;

beforeEach(() => {
  window.localStorage.clear();
  keepVisitor(Date.now());
  store = createMemoryStore(FEEDBACK);
});

/** What a service worker has sent, which cannot keep the chat. */
async function sendInBackground(fields: Partial<OutboxRecord> = {}) {
  const body = { id: CHAT.feedbackId, chat_token_string: TOKEN };
  const record = {
    ...FRESH,
    lane: laneOf("node", "flow"),
    writtenAt: Date.now(),
    apiBase: "",
    state: "stored" as const,
    settled: { status: 200, body, at: Date.now(), isComplete: true },
    ...fields,
  };
  await store.change([{ id: "run", change: { type: "adopt", record } }]);
}

/** A page is loaded. */
async function load() {
  const outbox = openOutbox(() => store);
  // Whatever is written waits until the page has taken over what there is.
  const submission = { key: "k", partial: false, body: "", headers: {}, content: "" };
  await outbox.write(
    "other",
    { lane: laneOf("node", "other"), apiBase: "", submission, now: Date.now() },
    [],
  );
  await outbox.remove("other");
  return outbox;
}

it.each([false, true])(
  "a chat that was forgotten does not come back (told that it is kept: %s)",
  async (isKept) => {
    await sendInBackground({ isKept });
    (await load()).stop();
    expect(chatsOf("node")).toEqual([CHAT]);
    forgetKeptChat(CHAT.feedbackId);
    const outbox = await load();
    expect(chatsOf("node")).toEqual([]);
    await outbox.end("run");
    expect(chatsOf("node")).toEqual([]);
    outbox.stop();
  },
);

it("once the visitor knows of a chat, nothing but the list of chats has its token", async () => {
  const outbox = await load();
  // Sent while the page was open.
  await sendInBackground();
  expect(await outbox.outcome("run")).toMatchObject({ body: { chat_token_string: TOKEN } });
  await outbox.end("run");
  expect(chatsOf("node")).toEqual([CHAT]);
  expect(JSON.stringify(await store.readAll())).not.toContain(TOKEN);
  expect(await store.read("run")).toMatchObject({ state: "stored", settled: { isComplete: true } });
  outbox.stop();
});

it("a kiosk keeps no chats: the next visitor is another", async () => {
  await sendInBackground();
  const outbox = openOutbox(() => store, false);
  await outbox.begin("run", "k");
  await outbox.remove("run");
  expect(chatsOf("node")).toEqual([]);
  outbox.stop();
});

it("makes room where it is known of many runs that they have ended", async () => {
  const outbox = await load();
  const first = createMemoryStore<RecordChange>(FEEDBACK);
  const isFull = async () => (await first.readAll()).length >= 205;
  store.readAll = first.readAll;
  store.read = first.read;
  store.change = async (changes) => {
    const isNew = changes.some(({ change: { type } }) => type === "write");
    if (isNew && (await isFull())) throw new Error("full");
    return first.change(changes);
  };
  const settled = { status: 200, body: {}, at: Date.now(), isComplete: true };
  const record = { ...FRESH, lane: "lane", writtenAt: 0, apiBase: "", state: "stored" as const, settled };
  for (let at = 0; at < 205; at += 1) {
    await first.change([{ id: `run ${at}`, change: { type: "adopt", record } }]);
  }
  const submission = { key: "k", partial: true, body: "", headers: {}, content: "" };
  const written = { lane: "lane", apiBase: "", submission, now: Date.now() };
  await outbox.write("first", written, []);
  await outbox.write("second", written, []);
  expect(["first", "second"].map(outbox.isUnstored)).toEqual([true, false]);
  outbox.stop();
});
