import { describe, expect, it } from "vitest";
import { RETRY_DELAYS_MS } from "./outbox";
import { chatDetail, message, openTestChat, sends, TestChat } from "./testChat";
import { ASK_AGAIN_MS, NOTICE_AFTER_MS, OPERATING_CHECK_MS } from "./timeline";

describe("loading", () => {
  it("asks for the chat and for its live events at once", () => {
    const chat = new TestChat().tell({ type: "start" });
    expect(chat.state.phase).toBe("loading");
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: undefined }, { type: "follow" }]);
  });

  it("shows what came", () => {
    const chat = new TestChat().tell(
      { type: "start" },
      { type: "fetched", detail: chatDetail({ timeline_items: [message("a", 1)], status: "queued" }) },
    );
    expect(chat.state).toMatchObject({ phase: "shown", status: "queued", cursor: "c1" });
    expect(chat.texts).toEqual(["a"]);
  });

  it("that fails says so, goes on trying, and tries at once when asked to", () => {
    const chat = new TestChat().tell({ type: "start" }, { type: "fetch_failed", status: 0 });
    expect(chat.state.phase).toBe("failed");
    expect(chat.effects).toEqual([{ type: "schedule", timer: "ask", afterMs: ASK_AGAIN_MS }]);

    chat.tell({ type: "reload" });
    expect(chat.state.phase).toBe("loading");
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: undefined }]);
    chat.tell({ type: "fetched", detail: chatDetail() });
    expect(chat.state.phase).toBe("shown");
  });

  it("is over where the token opens nothing", () => {
    const chat = new TestChat().tell({ type: "start" }, { type: "fetch_failed", status: 401 });
    expect(chat.state.phase).toBe("refused");
    expect(chat.effects).toEqual([{ type: "unfollow" }]);
    expect(chat.tell({ type: "timer", timer: "ask" }).effects).toEqual([]);
    expect(chat.tell({ type: "connected" }).effects).toEqual([]);
  });
});

describe("sending", () => {
  it("shows the message at once, and as sent when the server has it", () => {
    const chat = openTestChat().tell(sends("hello"));
    expect(chat.outgoing).toEqual(["hello: sending"]);
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "hello", body: "hello" }]);

    chat.tell({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    expect(chat.outgoing).toEqual([]);
    expect(chat.state.items).toMatchObject([{ id: "m1", client_key: "hello" }]);
  });

  it("trims, and sends nothing where there is nothing", () => {
    const chat = openTestChat();
    expect(chat.tell(sends("  \n ")).effects).toEqual([]);
    chat.tell({ type: "send", clientKey: "k", body: " hi\n", at: 0 });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "k", body: "hi" }]);
  });

  it.each(["queued", "closed", "archived"] as const)("does nothing while the chat is %s", (status) => {
    expect(openTestChat({ status }).tell(sends("hello")).effects).toEqual([]);
  });

  it("is one at a time, in the order of writing", () => {
    const chat = openTestChat().tell(sends("one"), sends("two"));
    expect(chat.effects).toEqual([]);
    expect(chat.outgoing).toEqual(["one: sending", "two: waiting"]);

    chat.tell({ type: "posted", clientKey: "one", item: message("m1", 5, "customer", "one") });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "two", body: "two" }]);
  });

  it("tries again with the same key, then shows a cross, until the visitor has it tried again", () => {
    const chat = openTestChat().tell(sends("hello"));
    for (const afterMs of RETRY_DELAYS_MS) {
      chat.tell({ type: "post_failed", clientKey: "hello", status: 503 });
      expect(chat.effects).toEqual([{ type: "schedule", timer: "post", afterMs }]);
      chat.tell({ type: "timer", timer: "post" });
      expect(chat.effects).toEqual([{ type: "post_message", clientKey: "hello", body: "hello" }]);
    }
    chat.tell({ type: "post_failed", clientKey: "hello", status: 0 });
    expect(chat.outgoing).toEqual(["hello: failed"]);
    expect(chat.effects).toEqual([]);

    chat.tell({ type: "retry", clientKey: "hello" });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "hello", body: "hello" }]);
    chat.tell({ type: "post_failed", clientKey: "hello", status: 0 });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "post", afterMs: RETRY_DELAYS_MS[0] }]);
  });

  it("waits as long as the server asks, but not for ever", () => {
    const chat = openTestChat().tell(sends("hello"));
    chat.tell({ type: "post_failed", clientKey: "hello", status: 429, retryAfterMs: 7_000 });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "post", afterMs: 7_000 }]);
    chat.tell({ type: "timer", timer: "post" });
    chat.tell({ type: "post_failed", clientKey: "hello", status: 429, retryAfterMs: 60_000 });
    expect(chat.outgoing).toEqual(["hello: failed"]);
  });

  it("fails as a whole where the server cannot be reached", () => {
    const chat = openTestChat().tell(sends("one"), sends("two"));
    for (const _ of RETRY_DELAYS_MS) {
      chat.tell({ type: "post_failed", clientKey: "one", status: 0 }, { type: "timer", timer: "post" });
    }
    chat.tell({ type: "post_failed", clientKey: "one", status: 0 });
    expect(chat.outgoing).toEqual(["one: failed", "two: failed"]);
  });

  it("of a message that the server refuses is not repeated; the next one goes, and the status is asked for", () => {
    const chat = openTestChat().tell(sends("one"), sends("two"));
    chat.tell({ type: "post_failed", clientKey: "one", status: 422 });
    expect(chat.outgoing).toEqual(["one: failed", "two: sending"]);
    expect(chat.effects).toEqual([
      { type: "post_message", clientKey: "two", body: "two" },
      { type: "fetch_chat", after: "c1" },
    ]);
  });
});

describe("a message whose answer was lost", () => {
  it("is known again when the server tells of it, and not sent again", () => {
    const chat = openTestChat().tell(sends("hello"));
    chat.tell({ type: "post_failed", clientKey: "hello", status: 0 });
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer", "hello")] } });
    expect(chat.texts).toEqual(["m1"]);
    expect(chat.outgoing).toEqual([]);
    expect(chat.tell({ type: "timer", timer: "post" }).effects).toEqual([]);
  });

  it("is found by the next fetch, also after it had been given up", () => {
    const chat = openTestChat().tell(sends("hello"));
    chat.tell({ type: "post_failed", clientKey: "hello", status: 413 });
    const told = chatDetail({ timeline_items: [message("m1", 5, "customer", "hello")] });
    chat.tell({ type: "fetched", detail: told });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("does not hold up the one behind it", () => {
    const chat = openTestChat().tell(sends("one"), sends("two"));
    chat.tell({ type: "post_failed", clientKey: "one", status: 0 });
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer", "one")] } });
    expect(chat.effects).toEqual([{ type: "post_message", clientKey: "two", body: "two" }]);
    // The pause of the first one ends while the second is on its way.
    expect(chat.tell({ type: "timer", timer: "post" }).effects).toEqual([]);
  });
});

describe("a message that comes twice", () => {
  it("by its own answer and by the live event is there once", () => {
    const chat = openTestChat().tell(sends("hello"));
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer", "hello")] } });
    chat.tell({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer", "hello") });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("by the live event and by a fetch is there once", () => {
    const chat = openTestChat();
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 2)] } });
    chat.tell(
      { type: "connected" },
      { type: "fetched", detail: chatDetail({ timeline_items: [message("b", 2)] }) },
    );
    expect(chat.texts).toEqual(["a", "b"]);
  });

  it("is known again where the server does not repeat keys", () => {
    const chat = openTestChat().tell(sends("hello"));
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer")] } });
    expect(chat.texts).toEqual(["m1", "hello"]);
    chat.tell({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("stays the same object", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    const [before] = chat.state.items;
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 2)] } });
    expect(chat.state.items[0]).toBe(before);
  });

  it("keeps the key that it was written with, so that it stays the same on the page", () => {
    const chat = openTestChat().tell(sends("hello"));
    chat.tell({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("m1", 5, "customer")] } });
    expect(chat.state.items[0]?.client_key).toBe("hello");
  });
});

describe("a live event", () => {
  it("replaces the timeline and keeps what was not sent", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1), message("gone", 2)] });
    chat.tell(sends("mine"));
    chat.tell({
      type: "reply_created",
      reply: { timeline_items: [message("a", 1), message("b", 3)], cursor: "c2" },
    });
    expect(chat.texts).toEqual(["a", "b", "mine"]);
    expect(chat.state.cursor).toBe("c2");
  });

  it("that is older than what is known takes nothing away", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.tell(sends("mine"));
    chat.tell({ type: "posted", clientKey: "mine", item: message("m1", 9, "customer", "mine") });
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 8)] } });
    expect(chat.texts).toEqual(["a", "b", "m1"]);
  });

  it("without a timeline changes the status only, and has it confirmed", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.tell({ type: "reply_created", reply: { status: "closed" } });
    expect(chat.state.status).toBe("closed");
    expect(chat.texts).toEqual(["a"]);
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
  });

  it("before the chat is loaded has it asked for again", () => {
    const chat = new TestChat().tell({ type: "start" });
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("b", 2)] } });
    chat.tell({ type: "fetched", detail: chatDetail({ timeline_items: [message("a", 1)] }) });
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
  });
});

describe("the connection", () => {
  it("asks, whenever it is there, for what went by", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.tell({ type: "disconnected" }, { type: "connected" });
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);

    const missed = chatDetail({
      timeline_items: [message("b", 2), message("c", 3)],
      cursor: "c3",
      status: "closed",
    });
    chat.tell({ type: "fetched", detail: missed });
    expect(chat.texts).toEqual(["a", "b", "c"]);
    expect(chat.state).toMatchObject({ cursor: "c3", status: "closed" });
  });

  it("keeps what was not sent over all of it", () => {
    const chat = openTestChat().tell(sends("mine"));
    chat.tell({ type: "post_failed", clientKey: "mine", status: 400 });
    chat.tell({ type: "fetched", detail: chatDetail() });
    chat.tell({ type: "disconnected" }, { type: "connected" });
    chat.tell({ type: "fetched", detail: chatDetail({ timeline_items: [message("a", 1)] }) });
    expect(chat.texts).toEqual(["a", "mine"]);
    expect(chat.outgoing).toEqual(["mine: failed"]);
  });

  it("puts what was missed where it belongs", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] }).tell(sends("mine"));
    chat.tell({ type: "connected" });
    // Stored after the question was asked, and answered before it.
    chat.tell({ type: "posted", clientKey: "mine", item: message("m1", 9, "customer", "mine") });
    chat.tell({ type: "fetched", detail: chatDetail({ timeline_items: [message("b", 8)] }) });
    expect(chat.texts).toEqual(["a", "b", "m1"]);
  });

  it("that is back soon was never gone; else it says so, and the server is asked instead", () => {
    const chat = openTestChat().tell({ type: "disconnected" });
    expect(chat.effects).toEqual([
      { type: "schedule", timer: "notice", afterMs: NOTICE_AFTER_MS },
      { type: "schedule", timer: "ask", afterMs: ASK_AGAIN_MS },
    ]);
    expect(chat.state.lost).toBe(false);
    expect(chat.tell({ type: "timer", timer: "notice" }).state.lost).toBe(true);

    expect(chat.tell({ type: "timer", timer: "ask" }).effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
    chat.tell({ type: "fetched", detail: chatDetail() });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "ask", afterMs: ASK_AGAIN_MS }]);

    chat.tell({ type: "connected" });
    expect(chat.state.lost).toBe(false);
    expect(chat.tell({ type: "timer", timer: "notice" }).state.lost).toBe(false);
    expect(chat.tell({ type: "fetched", detail: chatDetail() }).effects).toEqual([]);
  });

  it("asks once more when something came up during a question, and believes only the last answer", () => {
    const chat = openTestChat().tell({ type: "connected" }, { type: "archive" });
    chat.tell({ type: "archived", status: "archived" });
    // Asked before the chat was ended.
    chat.tell({ type: "fetched", detail: chatDetail({ status: "open" }) });
    expect(chat.state.status).toBe("archived");
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
  });

  it("that works while a question fails has it asked again", () => {
    const chat = openTestChat().tell({ type: "connected" }, { type: "fetch_failed", status: 503 });
    expect(chat.state.phase).toBe("shown");
    expect(chat.effects).toEqual([{ type: "schedule", timer: "ask", afterMs: ASK_AGAIN_MS }]);
  });

  it("is asked for at once when the device has a network again", () => {
    const chat = openTestChat().tell({ type: "network", online: false });
    expect(chat.state.offline).toBe(true);
    expect(chat.tell({ type: "network", online: true }).effects).toEqual([
      { type: "fetch_chat", after: "c1" },
    ]);
    expect(chat.state.offline).toBe(false);
  });
});

describe("ending the chat", () => {
  it("asks the server once, and is over when it says so", () => {
    const chat = openTestChat().tell({ type: "archive" });
    expect(chat.effects).toEqual([{ type: "archive" }]);
    expect(chat.tell({ type: "archive" }).effects).toEqual([]);
    chat.tell({ type: "archived", status: "archived" });
    expect(chat.state).toMatchObject({ status: "archived", archiving: "no" });
    expect(chat.tell({ type: "archive" }).effects).toEqual([]);
  });

  it("that fails can be tried again, or let be", () => {
    const chat = openTestChat().tell({ type: "archive" }, { type: "archive_failed" });
    expect(chat.state).toMatchObject({ status: "open", archiving: "failed" });
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "c1" }]);
    expect(chat.tell({ type: "archive_dismissed" }).state.archiving).toBe("no");
    expect(chat.tell({ type: "archive" }).effects).toEqual([{ type: "archive" }]);
  });
});

describe("replies that nobody saw", () => {
  it("are counted while nobody watches, each once", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] }, false);
    expect(chat.state.unread).toBe(0);
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("a", 1), message("b", 2)] } });
    chat.tell(
      { type: "connected" },
      { type: "fetched", detail: chatDetail({ timeline_items: [message("b", 2)] }) },
    );
    expect(chat.state.unread).toBe(1);

    chat.tell({ type: "watched", watched: true });
    expect(chat.state.unread).toBe(0);
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("c", 3)] } });
    expect(chat.state.unread).toBe(0);
  });

  it("are not the visitor's own from another window", () => {
    const chat = openTestChat({}, false);
    chat.tell({ type: "reply_created", reply: { timeline_items: [message("m", 2, "customer")] } });
    expect(chat.state.unread).toBe(0);
  });
});

describe("working hours", () => {
  const hours = {
    node: { operating: true, operating_24_7: false, operating_hours: [{ period: "weekdays" }] },
  };

  it("are asked about every minute while somebody watches an open chat", () => {
    const chat = openTestChat(hours);
    expect(chat.effects).toEqual([{ type: "schedule", timer: "ask", afterMs: OPERATING_CHECK_MS }]);
  });

  it("are nobody's business while the widget is closed, and asked about when it opens", () => {
    const chat = openTestChat(hours, false);
    expect(chat.effects).toEqual([]);
    expect(chat.tell({ type: "watched", watched: true }).effects).toEqual([
      { type: "fetch_chat", after: "c1" },
    ]);
  });

  it("do not matter where someone is always there, nor in a chat that is over", () => {
    expect(openTestChat().effects).toEqual([]);
    expect(openTestChat({ node: { operating: true, operating_24_7: false } }).effects).toEqual([]);
    expect(openTestChat({ ...hours, status: "closed" }).effects).toEqual([]);
  });
});

it("a chat that was left does nothing any more", () => {
  const chat = openTestChat().tell(sends("mine"), { type: "leave" });
  expect(chat.effects).toEqual([{ type: "unfollow" }]);
  chat.tell({ type: "posted", clientKey: "mine", item: message("m1", 1) }, { type: "connected" });
  expect(chat.effects).toEqual([]);
});
