import { describe, expect, it } from "vitest";
import type { ChatEvent } from "./chatEvents";
import type { PendingMessage } from "./pendingMessages";
import { chatDetail, message, openTestChat, reply, sends, timelinePart } from "./testChat";

describe("a message that is sent", () => {
  it("is shown at once, and written down", () => {
    const chat = openTestChat().send(sends("hello"));
    expect(chat.pending).toEqual(["hello: waiting"]);
    expect(chat.effects).toEqual([{ type: "keep_message", clientKey: "hello", body: "hello", at: 0 }]);
    chat.send(kept({ clientKey: "hello", state: "sending" }));
    expect(chat.pending).toEqual(["hello: sending"]);

    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    expect(chat.pending).toEqual([]);
    expect(chat.state.items).toMatchObject([{ id: "m1", client_key: "hello" }]);
  });

  it("is trimmed, and may be empty only with an attachment", () => {
    const chat = openTestChat();
    expect(chat.send(sends("  \n ")).effects).toEqual([]);
    chat.send({ type: "send", clientKey: "k", body: " hi\n", at: 0 });
    expect(chat.effects).toMatchObject([{ type: "keep_message", body: "hi" }]);
    const attachment = { blob: new Blob(), name: "a.png", width: 1, height: 1 };
    chat.send({ type: "send", clientKey: "k2", body: " ", at: 0, attachment });
    expect(chat.effects).toMatchObject([{ type: "keep_message", body: "", attachment }]);
  });

  it.each(["queued", "closed", "archived"] as const)("is ignored while the chat is %s", (status) => {
    expect(openTestChat({ status }).send(sends("hello")).effects).toEqual([]);
  });

  it("is held behind one that has failed", () => {
    const chat = openTestChat().send(sends("one"), kept({ clientKey: "one", state: "failed" }), sends("two"));
    expect(chat.pending).toEqual(["one: failed", "two: held"]);
  });
});

describe("what the outbox has", () => {
  it("is shown in its order: also what other tabs and earlier visits have written", () => {
    const chat = openTestChat().send(sends("mine"));
    chat.send(kept({ clientKey: "earlier" }, { clientKey: "other" }));
    expect(chat.pending).toEqual(["earlier: waiting", "other: waiting", "mine: waiting"]);
    chat.send(kept({ clientKey: "earlier" }, { clientKey: "mine" }, { clientKey: "other" }));
    expect(chat.pending).toEqual(["earlier: waiting", "mine: waiting", "other: waiting"]);
  });

  it("may have arrived already: it is not shown twice, and need not be sent again", () => {
    const chat = openTestChat().send(reply([message("m1", 1, "customer", "mine")]));
    chat.send(kept({ clientKey: "mine", state: "sending" }));
    expect(chat.pending).toEqual([]);
    expect(chat.effects).toEqual([{ type: "forget_message", clientKey: "mine" }]);
  });

  it("and what it has no more stays shown until the chat says whether it has arrived", () => {
    const chat = openTestChat().send(kept({ clientKey: "sent" }, { clientKey: "removed" }), kept());
    expect(chat.pending).toEqual(["sent: waiting", "removed: waiting"]);
    expect(chat.effects).toEqual([fetchOf("0")]);
    const arrived = timelinePart([message("m1", 1, "customer", "sent")]);
    chat.send({ type: "fetched", detail: chatDetail(arrived) });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("is looked at again where it left the outbox during a fetch", () => {
    const chat = openTestChat().send(kept({ clientKey: "sent" }), { type: "connected" }, kept());
    chat.send({ type: "fetched", detail: chatDetail() });
    expect(chat.pending).toEqual(["sent: waiting"]);
    expect(chat.effects).toEqual([fetchOf("0")]);
  });

  it("and the server has refused is a reason to fetch the chat, once", () => {
    const chat = openTestChat().send(sends("one"));
    chat.send(kept({ clientKey: "one", state: "failed", reason: "chat_not_open" }));
    expect(chat.effects).toEqual([fetchOf("0")]);
    chat.send({ type: "fetched", detail: chatDetail() });
    expect(chat.send(kept({ clientKey: "one", state: "failed" })).effects).toEqual([]);
  });

  it("is sent when there is a reason to believe that it can be", () => {
    const chat = openTestChat();
    expect(chat.send({ type: "connected" }).effects).not.toContainEqual({ type: "wake_outbox" });
    chat.send({ type: "fetched", detail: chatDetail() }, kept({ clientKey: "one", state: "pausing" }));
    for (const event of [
      { type: "connected" },
      { type: "network", online: true },
      { type: "watched", watched: true },
    ] as const) {
      expect(chat.send(event).effects).toContainEqual({ type: "wake_outbox" });
    }
  });

  it("is sent when the chat can be fetched again, where there is no live connection", () => {
    const chat = openTestChat().send(kept({ clientKey: "one", state: "pausing" }), { type: "disconnected" });
    chat.send({ type: "timer", timer: "fetch" }, { type: "fetch_failed", status: 0 });
    chat.send({ type: "timer", timer: "fetch" }, { type: "fetched", detail: chatDetail() });
    expect(chat.effects).toContainEqual({ type: "wake_outbox" });
    chat.send({ type: "timer", timer: "fetch" }, { type: "fetched", detail: chatDetail() });
    expect(chat.effects).not.toContainEqual({ type: "wake_outbox" });
  });
});

describe("a message that waits", () => {
  it("can be sent again at once, and removed while it is not on its way", () => {
    const chat = openTestChat().send(kept({ clientKey: "one", state: "failed" }));
    expect(chat.send({ type: "retry", clientKey: "one" }).effects).toEqual([
      { type: "retry_message", clientKey: "one" },
    ]);
    expect(chat.send({ type: "remove", clientKey: "one" }).effects).toEqual([
      { type: "remove_message", clientKey: "one" },
    ]);
    chat.send(kept({ clientKey: "one", state: "sending" }));
    expect(chat.send({ type: "remove", clientKey: "one" }).effects).toEqual([]);
    expect(chat.send({ type: "remove", clientKey: "unknown" }).effects).toEqual([]);
  });

  it("says how much of its attachment has been sent", () => {
    const chat = openTestChat().send(kept({ clientKey: "one", state: "sending" }));
    chat.send({ type: "progress", clientKey: "one", progress: 40 });
    expect(chat.state.pendingMessages).toMatchObject([{ clientKey: "one", progress: 40 }]);
  });
});

describe("a message whose answer was lost", () => {
  it("is recognized in a live event, and need not be sent again", () => {
    const chat = openTestChat().send(sends("hello"), kept({ clientKey: "hello", state: "pausing" }));
    chat.send(reply([message("m1", 5, "customer", "hello")]));
    expect(chat.texts).toEqual(["m1"]);
    expect(chat.effects).toEqual([
      { type: "forget_message", clientKey: "hello" },
      { type: "send_seen", cursor: "5" },
    ]);
  });

  it("is recognized in a fetched chat, even after it failed", () => {
    const chat = openTestChat().send(sends("hello"), kept({ clientKey: "hello", state: "failed" }));
    const arrived = timelinePart([message("m1", 5, "customer", "hello")]);
    chat.send({ type: "fetched", detail: chatDetail(arrived) });
    expect(chat.texts).toEqual(["m1"]);
  });
});

function kept(...messages: (Partial<PendingMessage> & { clientKey: string })[]): ChatEvent {
  const complete = (given: (typeof messages)[number]): PendingMessage => ({
    body: given.clientKey,
    at: 0,
    state: "waiting",
    failedAttempts: 0,
    progress: -1,
    ...given,
  });
  return { type: "kept", messages: messages.map(complete) };
}

function fetchOf(after: string) {
  return { type: "fetch_chat", after, isWatched: true };
}
