import { describe, expect, it } from "vitest";
import { chatDetail, message, openTestChat, sends, TestChat } from "./testChat";

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
