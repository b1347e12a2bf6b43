import { describe, expect, it } from "vitest";
import { RETRY_DELAYS_MS } from "../../http/retry";
import { chatDetail, message, openTestChat, sends } from "./testChat";

describe("sending", () => {
  it("shows the message at once, and as sent when the server has stored it", () => {
    const chat = openTestChat().send(sends("hello"));
    expect(chat.pending).toEqual(["hello: sending"]);
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "hello", body: "hello" }]);

    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    expect(chat.pending).toEqual([]);
    expect(chat.state.items).toMatchObject([{ id: "m1", client_key: "hello" }]);
  });

  it("trims the message, and ignores an empty one", () => {
    const chat = openTestChat();
    expect(chat.send(sends("  \n ")).effects).toEqual([]);
    chat.send({ type: "send", clientKey: "k", body: " hi\n", at: 0 });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "k", body: "hi" }]);
  });

  it.each(["queued", "closed", "archived"] as const)("is ignored while the chat is %s", (status) => {
    expect(openTestChat({ status }).send(sends("hello")).effects).toEqual([]);
  });

  it("sends one message at a time, in the order of writing", () => {
    const chat = openTestChat().send(sends("one"), sends("two"));
    expect(chat.effects).toEqual([]);
    expect(chat.pending).toEqual(["one: sending", "two: waiting"]);

    chat.send({ type: "posted", clientKey: "one", item: message("m1", 5, "customer", "one") });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "two", body: "two" }]);
  });

  it("retries with the same key, then fails until the visitor retries", () => {
    const chat = openTestChat().send(sends("hello"));
    for (const afterMs of RETRY_DELAYS_MS) {
      chat.send({ type: "post_failed", clientKey: "hello", status: 503 });
      expect(chat.effects).toEqual([{ type: "schedule", timer: "post", afterMs }]);
      chat.send({ type: "timer", timer: "post" });
      expect(chat.effects).toEqual([{ type: "post_message", clientKey: "hello", body: "hello" }]);
    }
    chat.send({ type: "post_failed", clientKey: "hello", status: 0 });
    expect(chat.pending).toEqual(["hello: failed"]);
    expect(chat.effects).toEqual([]);

    chat.send({ type: "retry", clientKey: "hello" });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "hello", body: "hello" }]);
    chat.send({ type: "post_failed", clientKey: "hello", status: 0 });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "post", afterMs: RETRY_DELAYS_MS[0] }]);
  });

  it("waits as long as the server asks, within limits", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send({ type: "post_failed", clientKey: "hello", status: 429, retryAfterMs: 7_000 });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "post", afterMs: 7_000 }]);
    chat.send({ type: "timer", timer: "post" });
    chat.send({ type: "post_failed", clientKey: "hello", status: 429, retryAfterMs: 60_000 });
    expect(chat.pending).toEqual(["hello: failed"]);
  });

  it("fails for all messages when the server cannot be reached", () => {
    const chat = openTestChat().send(sends("one"), sends("two"));
    for (const _ of RETRY_DELAYS_MS) {
      chat.send({ type: "post_failed", clientKey: "one", status: 0 }, { type: "timer", timer: "post" });
    }
    chat.send({ type: "post_failed", clientKey: "one", status: 0 });
    expect(chat.pending).toEqual(["one: failed", "two: failed"]);
  });

  it("is not retried after a 500, which fails for the messages behind it too, and keeps its key", () => {
    const chat = openTestChat().send(sends("one"), sends("two"));
    chat.send({ type: "post_failed", clientKey: "one", status: 500 });
    expect(chat.pending).toEqual(["one: failed", "two: failed"]);
    expect(chat.effects).toEqual([]);
    chat.send({ type: "retry", clientKey: "one" });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "one", body: "one" }]);
  });

  it("skips a refused message: the next one is sent, and the chat fetched", () => {
    const chat = openTestChat().send(sends("one"), sends("two"));
    chat.send({ type: "post_failed", clientKey: "one", status: 422 });
    expect(chat.pending).toEqual(["one: failed", "two: sending"]);
    expect(chat.effects).toEqual([
      { type: "post_message", clientKey: "two", body: "two" },
      { type: "fetch_chat", after: "c1" },
    ]);
  });
});

describe("a message whose response was lost", () => {
  it("is recognized in a live event, and not sent again", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send({ type: "post_failed", clientKey: "hello", status: 0 });
    chat.send({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer", "hello")] } });
    expect(chat.texts).toEqual(["m1"]);
    expect(chat.pending).toEqual([]);
    expect(chat.send({ type: "timer", timer: "post" }).effects).toEqual([]);
  });

  it("is recognized in a fetched chat, even after it failed", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send({ type: "post_failed", clientKey: "hello", status: 413 });
    const detail = chatDetail({ timeline_items: [message("m1", 5, "customer", "hello")] });
    chat.send({ type: "fetched", detail });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("does not block the next one", () => {
    const chat = openTestChat().send(sends("one"), sends("two"));
    chat.send({ type: "post_failed", clientKey: "one", status: 0 });
    chat.send({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer", "one")] } });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "two", body: "two" }]);
    // The pause of the first one ends while the second one is being sent.
    expect(chat.send({ type: "timer", timer: "post" }).effects).toEqual([]);
  });
});
