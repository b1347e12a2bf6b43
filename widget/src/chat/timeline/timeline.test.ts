import { describe, expect, it } from "vitest";
import { RETRY_DELAYS_MS } from "../../http/retry";
import { chatDetail, message, openTestChat, sends, TestChat } from "./testChat";
import { NOTICE_DELAY_MS, POLL_INTERVAL_MS, WORKING_HOURS_INTERVAL_MS } from "./timeline";

describe("loading", () => {
  it("fetches the chat and follows its live events at once", () => {
    const chat = new TestChat().send({ type: "start" });
    expect(chat.state.phase).toBe("loading");
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: undefined }, { type: "follow" }]);
  });

  it("shows the fetched chat", () => {
    const chat = new TestChat().send(
      { type: "start" },
      { type: "fetched", detail: chatDetail({ timeline_items: [message("a", 1)], status: "queued" }) },
    );
    expect(chat.state).toMatchObject({ phase: "shown", status: "queued", cursor: "c1" });
    expect(chat.texts).toEqual(["a"]);
  });

  it("is repeated after a failure, and at once when the visitor asks", () => {
    const chat = new TestChat().send({ type: "start" }, { type: "fetch_failed", status: 0 });
    expect(chat.state.phase).toBe("failed");
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }]);

    chat.send({ type: "reload" });
    expect(chat.state.phase).toBe("loading");
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: undefined }]);
    chat.send({ type: "fetched", detail: chatDetail() });
    expect(chat.state.phase).toBe("shown");
  });

  it("ends where the token is refused", () => {
    const chat = new TestChat().send({ type: "start" }, { type: "fetch_failed", status: 401 });
    expect(chat.state.phase).toBe("refused");
    expect(chat.effects).toEqual([{ type: "unfollow" }]);
    expect(chat.send({ type: "timer", timer: "fetch" }).effects).toEqual([]);
    expect(chat.send({ type: "connected" }).effects).toEqual([]);
  });
});

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

describe("a message that is received twice", () => {
  it("as response and as live event is shown once", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer", "hello")] } });
    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer", "hello") });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("as live event and in a fetched chat is shown once", () => {
    const chat = openTestChat();
    chat.send({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 2)] } });
    chat.send(
      { type: "connected" },
      { type: "fetched", detail: chatDetail({ timeline_items: [message("b", 2)] }) },
    );
    expect(chat.texts).toEqual(["a", "b"]);
  });

  it("is recognized where the server does not repeat keys", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer")] } });
    expect(chat.texts).toEqual(["m1", "hello"]);
    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("stays the same object", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    const [before] = chat.state.items;
    chat.send({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 2)] } });
    expect(chat.state.items[0]).toBe(before);
  });

  it("keeps the key that it was written with, so that the page keeps its element", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    chat.send({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer")] } });
    expect(chat.state.items[0]?.client_key).toBe("hello");
  });
});

describe("a live event", () => {
  it("replaces the timeline and keeps pending messages", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1), message("gone", 2)] });
    chat.send(sends("mine"));
    chat.send({
      type: "reply_created",
      reply: { timeline_items: [message("a", 1), message("b", 3)], cursor: "c2" },
    });
    expect(chat.texts).toEqual(["a", "b", "mine"]);
    expect(chat.state.cursor).toBe("c2");
  });

  it("that is older than the known timeline removes nothing newer", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.send(sends("mine"));
    chat.send({ type: "posted", clientKey: "mine", item: message("m1", 9, "customer", "mine") });
    chat.send({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 8)] } });
    expect(chat.texts).toEqual(["a", "b", "m1"]);
  });

  it("without a timeline changes the status, which a fetch confirms", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.send({ type: "reply_created", reply: { status: "closed" } });
    expect(chat.state.status).toBe("closed");
    expect(chat.texts).toEqual(["a"]);
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
  });

  it("before the chat is loaded causes another fetch", () => {
    const chat = new TestChat().send({ type: "start" });
    chat.send({ type: "reply_created", reply: { timeline_items: [message("b", 2)] } });
    chat.send({ type: "fetched", detail: chatDetail({ timeline_items: [message("a", 1)] }) });
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
  });
});

describe("the connection", () => {
  it("fetches what was missed when it is back", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.send({ type: "disconnected" }, { type: "connected" });
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);

    const missed = chatDetail({
      timeline_items: [message("b", 2), message("c", 3)],
      cursor: "c3",
      status: "closed",
    });
    chat.send({ type: "fetched", detail: missed });
    expect(chat.texts).toEqual(["a", "b", "c"]);
    expect(chat.state).toMatchObject({ cursor: "c3", status: "closed" });
  });

  it("keeps failed messages when it is lost and back", () => {
    const chat = openTestChat().send(sends("mine"));
    chat.send({ type: "post_failed", clientKey: "mine", status: 400 });
    chat.send({ type: "fetched", detail: chatDetail() });
    chat.send({ type: "disconnected" }, { type: "connected" });
    chat.send({ type: "fetched", detail: chatDetail({ timeline_items: [message("a", 1)] }) });
    expect(chat.texts).toEqual(["a", "mine"]);
    expect(chat.pending).toEqual(["mine: failed"]);
  });

  it("inserts missed messages in order", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] }).send(sends("mine"));
    chat.send({ type: "connected" });
    // Stored after the fetch began, and answered before it ended.
    chat.send({ type: "posted", clientKey: "mine", item: message("m1", 9, "customer", "mine") });
    chat.send({ type: "fetched", detail: chatDetail({ timeline_items: [message("b", 8)] }) });
    expect(chat.texts).toEqual(["a", "b", "m1"]);
  });

  it("is shown as lost after two seconds, and replaced by polling", () => {
    const chat = openTestChat().send({ type: "disconnected" });
    expect(chat.effects).toEqual([
      { type: "schedule", timer: "notice", afterMs: NOTICE_DELAY_MS },
      { type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS },
    ]);
    expect(chat.state.lost).toBe(false);
    expect(chat.send({ type: "timer", timer: "notice" }).state.lost).toBe(true);

    expect(chat.send({ type: "timer", timer: "fetch" }).effects).toEqual([
      { type: "fetch_chat", after: "c1" },
    ]);
    chat.send({ type: "fetched", detail: chatDetail() });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }]);

    chat.send({ type: "connected" });
    expect(chat.state.lost).toBe(false);
    expect(chat.send({ type: "timer", timer: "notice" }).state.lost).toBe(false);
    expect(chat.send({ type: "fetched", detail: chatDetail() }).effects).toEqual([]);
  });

  it("that fails to come back again and again does not delay the polling", () => {
    const chat = openTestChat().send({ type: "disconnected" });
    expect(chat.send({ type: "disconnected" }).effects).toEqual([]);
    chat.send({ type: "timer", timer: "fetch" }, { type: "fetched", detail: chatDetail() });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }]);
    expect(chat.send({ type: "disconnected" }).effects).toEqual([]);

    chat.send({ type: "connected" }, { type: "disconnected" });
    expect(chat.effects).toHaveLength(2);
  });

  it("repeats a fetch that may be outdated, and takes the status of the last one", () => {
    const chat = openTestChat().send({ type: "connected" }, { type: "archive" });
    chat.send({ type: "archived", status: "archived" });
    // Fetched before the chat was ended.
    chat.send({ type: "fetched", detail: chatDetail({ status: "open" }) });
    expect(chat.state.status).toBe("archived");
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
  });

  it("that is live does not keep a failed fetch from being repeated", () => {
    const chat = openTestChat().send({ type: "connected" }, { type: "fetch_failed", status: 503 });
    expect(chat.state.phase).toBe("shown");
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }]);
  });

  it("causes a fetch when the device has a network again", () => {
    const chat = openTestChat().send({ type: "network", online: false });
    expect(chat.state.offline).toBe(true);
    expect(chat.send({ type: "network", online: true }).effects).toEqual([
      { type: "fetch_chat", after: "c1" },
    ]);
    expect(chat.state.offline).toBe(false);
  });
});

describe("ending the chat", () => {
  it("is requested once, and takes effect when the server confirms it", () => {
    const chat = openTestChat().send({ type: "archive" });
    expect(chat.effects).toEqual([{ type: "archive" }]);
    expect(chat.send({ type: "archive" }).effects).toEqual([]);
    chat.send({ type: "archived", status: "archived" });
    expect(chat.state).toMatchObject({ status: "archived", archiving: "no" });
    expect(chat.send({ type: "archive" }).effects).toEqual([]);
  });

  it("can be repeated or dismissed after a failure", () => {
    const chat = openTestChat().send({ type: "archive" }, { type: "archive_failed" });
    expect(chat.state).toMatchObject({ status: "open", archiving: "failed" });
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
    expect(chat.send({ type: "archive_dismissed" }).state.archiving).toBe("no");
    expect(chat.send({ type: "archive" }).effects).toEqual([{ type: "archive" }]);
  });
});

describe("unread replies", () => {
  it("are counted once each while nobody watches", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] }, false);
    expect(chat.state.unread).toBe(0);
    chat.send({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 2)] } });
    chat.send(
      { type: "connected" },
      { type: "fetched", detail: chatDetail({ timeline_items: [message("b", 2)] }) },
    );
    expect(chat.state.unread).toBe(1);

    chat.send({ type: "watched", watched: true });
    expect(chat.state.unread).toBe(0);
    chat.send({ type: "reply_created", reply: { timeline_items: [message("c", 3)] } });
    expect(chat.state.unread).toBe(0);
  });

  it("do not include the visitor's own from another window", () => {
    const chat = openTestChat({}, false);
    chat.send({ type: "reply_created", reply: { timeline_items: [message("m", 2, "customer")] } });
    expect(chat.state.unread).toBe(0);
  });
});

describe("working hours", () => {
  const hours = {
    node: { operating: true, operating_24_7: false, operating_hours: [{ period: "weekdays" }] },
  };

  it("are fetched every minute while somebody watches an open chat", () => {
    const chat = openTestChat(hours);
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: WORKING_HOURS_INTERVAL_MS }]);
  });

  it("are not fetched while the widget is closed, and at once when it opens", () => {
    const chat = openTestChat(hours, false);
    expect(chat.effects).toEqual([]);
    expect(chat.send({ type: "watched", watched: true }).effects).toEqual([
      { type: "fetch_chat", after: "c1" },
    ]);
  });

  it("are not fetched for a chat that is always open or over", () => {
    expect(openTestChat().effects).toEqual([]);
    expect(openTestChat({ node: { operating: true, operating_24_7: false } }).effects).toEqual([]);
    expect(openTestChat({ ...hours, status: "closed" }).effects).toEqual([]);
  });
});

it("a chat that was left has no more effects", () => {
  const chat = openTestChat().send(sends("mine"), { type: "leave" });
  expect(chat.effects).toEqual([{ type: "unfollow" }]);
  chat.send({ type: "posted", clientKey: "mine", item: message("m1", 1) }, { type: "connected" });
  expect(chat.effects).toEqual([]);
});
