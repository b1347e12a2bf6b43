import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLiveConnection } from "./connection";
import { fakeSocket } from "./fakeSocket";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STAFF = ["subscribe", { room: "staff" }];
const WITH_FEEDBACKS = ["subscribe", { room: "staff", feedbacks: true }];

async function start() {
  const socket = fakeSocket();
  const onRefused = vi.fn();
  const connection = createLiveConnection(async () => socket, onRefused);
  await vi.advanceTimersByTimeAsync(0);
  return { socket, connection, onRefused };
}

it("subscribes at each connect, and says that something may have been missed", async () => {
  const { socket, connection } = await start();
  const onGap = vi.fn();
  const onChange = vi.fn();
  connection.onGap(onGap);
  connection.subscribe(onChange);
  expect(connection.isConnected()).toBe(false);
  socket.receive("connect");
  expect(socket.sent).toEqual([STAFF]);
  expect(connection.isConnected()).toBe(true);
  socket.receive("disconnect", "transport close");
  expect(connection.isConnected()).toBe(false);
  socket.receive("connect");
  expect(onGap).toHaveBeenCalledTimes(2);
  expect(onChange).toHaveBeenCalledTimes(3);
});

it("gives events to those who want them, until they do not", async () => {
  const { socket, connection } = await start();
  const handler = vi.fn();
  const stop = connection.on("chat_erased", handler);
  socket.receive("connect");
  socket.receive("chat_erased", { feedback_id: "f1", node_id: "n1" });
  stop();
  socket.receive("chat_erased", { feedback_id: "f2", node_id: "n1" });
  expect(handler.mock.calls).toEqual([[{ feedback_id: "f1", node_id: "n1" }]]);
});

it("asks for feedback only as long as somebody wants it", async () => {
  const { socket, connection } = await start();
  const onGap = vi.fn();
  connection.onGap(onGap);
  socket.receive("connect");
  const stops = [connection.on("feedback", () => {}), connection.on("feedbacks_missed", () => {})];
  expect(socket.sent).toEqual([STAFF, WITH_FEEDBACKS]);
  expect(onGap).toHaveBeenCalledTimes(2);
  for (const stop of stops) stop();
  expect(socket.sent).toEqual([STAFF, WITH_FEEDBACKS, STAFF]);
  expect(onGap).toHaveBeenCalledTimes(2);
});

it("fetches now and then what was lost without a gap", async () => {
  const { socket, connection } = await start();
  const onGap = vi.fn();
  connection.onGap(onGap);
  socket.receive("connect");
  vi.advanceTimersByTime(300_000);
  expect(onGap).toHaveBeenCalledTimes(2);
});

it("says again who is present, whenever it has subscribed", async () => {
  const { socket, connection } = await start();
  connection.emit("typing", { feedbackId: "f1", typing: true });
  connection.emit("presence", { feedbackId: "f1", writing: false });
  expect(socket.sent).toEqual([]);
  socket.receive("connect");
  expect(socket.sent).toEqual([STAFF, ["presence", { feedbackId: "f1", writing: false }]]);
  connection.emit("typing", { feedbackId: "f1", typing: true });
  expect(socket.sent.at(-1)).toEqual(["typing", { feedbackId: "f1", typing: true }]);
  vi.advanceTimersByTime(300_000);
  expect(socket.sent.slice(-2)).toEqual([STAFF, ["presence", { feedbackId: "f1", writing: false }]]);
});

it("knows which chats are open from the answer, and from what was heard since it asked", async () => {
  const { socket, connection } = await start();
  const chat = (feedback_id: string, ...names: string[]) => ({
    feedback_id,
    node_id: "n1",
    colleagues: names.map((name) => ({ name, writing: false })),
  });
  const names = () =>
    [...connection.openChats.current()].map(([id, colleagues]) => [
      id,
      ...colleagues.map(({ name }) => name),
    ]);
  const onChange = vi.fn();
  connection.openChats.subscribe(onChange);
  socket.answer = { ok: true, presence: [chat("f1", "Ann"), chat("f2", "Bob")] };
  socket.receive("connect");
  expect(names()).toEqual([
    ["f1", "Ann"],
    ["f2", "Bob"],
  ]);
  socket.receive("presence", chat("f1"));
  socket.receive("presence", chat("f3", "Ann"));
  expect(names()).toEqual([
    ["f2", "Bob"],
    ["f3", "Ann"],
  ]);
  expect(onChange).toHaveBeenCalledTimes(3);

  // Who has left without a word of it is gone with the next answer, which may be older than what came before it.
  socket.answer = { ok: true, presence: [chat("f3", "Ann"), chat("f4", "Bob")] };
  const answered = socket.holdAnswer();
  vi.advanceTimersByTime(300_000);
  socket.receive("presence", chat("f3"));
  socket.receive("presence", chat("f4", "Bob", "Cem"));
  answered();
  expect(names()).toEqual([["f4", "Bob", "Cem"]]);
});

it("tries again after a refusal, and says so where the session may have ended", async () => {
  const { socket, connection, onRefused } = await start();
  socket.answer = { ok: false, code: "busy" };
  socket.receive("connect");
  expect(connection.isConnected()).toBe(false);
  expect(onRefused).not.toHaveBeenCalled();
  socket.answer = { ok: false, code: "invalid_token" };
  vi.advanceTimersByTime(5_000);
  expect(onRefused).toHaveBeenCalledOnce();
  socket.answer = { ok: true };
  vi.advanceTimersByTime(5_000);
  expect(connection.isConnected()).toBe(true);
});

it("connects again where the server has cut it, and with another session", async () => {
  const { socket, connection } = await start();
  socket.receive("connect");
  socket.receive("disconnect", "io server disconnect");
  vi.advanceTimersByTime(5_000);
  expect(socket.sent).toEqual([STAFF, STAFF]);
  connection.restart();
  expect(socket.sent).toEqual([STAFF, STAFF, STAFF]);
  expect(connection.isConnected()).toBe(true);
});

it("stays closed, also where the socket opens later", async () => {
  const socket = fakeSocket();
  const connection = createLiveConnection(async () => socket, vi.fn());
  socket.connected = true;
  connection.close();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(socket.connected).toBe(false);
  expect(socket.sent).toEqual([]);
});

it("tries again where the client's script cannot be loaded", async () => {
  const socket = fakeSocket();
  const open = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValue(socket);
  const connection = createLiveConnection(open, vi.fn());
  await vi.advanceTimersByTimeAsync(5_000);
  socket.receive("connect");
  expect(connection.isConnected()).toBe(true);
});

it("says which chat is open no oftener than the server hears, and in the end the right one", async () => {
  const { socket, connection } = await start();
  socket.receive("connect");
  for (let at = 1; at <= 30; at += 1) {
    connection.emit("presence", { feedbackId: null, writing: false });
    connection.emit("presence", { feedbackId: `f${at}`, writing: false });
    await vi.advanceTimersByTimeAsync(33);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  const said = socket.sent.filter(([name]) => name === "presence");
  expect(said.length).toBeLessThanOrEqual(3);
  expect(said.at(-1)).toEqual(["presence", { feedbackId: "f30", writing: false }]);
  connection.emit("presence", { feedbackId: null, writing: false });
  connection.close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(socket.sent.filter(([name]) => name === "presence")).toHaveLength(said.length);
});
