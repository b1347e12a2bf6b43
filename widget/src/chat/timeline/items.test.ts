import { describe, expect, it } from "vitest";
import { chatDetail, message, openTestChat, reply, sends, TestChat, timelinePart } from "./testChat";

const [a, b, c, d] = [message("a", 1), message("b", 2), message("c", 3), message("d", 4)] as const;

describe("a message that is received twice", () => {
  it("as answer and as live event is shown once", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send(reply([message("m1", 5, "customer", "hello")]));
    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer", "hello") });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("as live event and in a fetched chat is shown once", () => {
    const chat = openTestChat().send(reply([a, b]), { type: "connected" });
    chat.send({ type: "fetched", detail: chatDetail(timelinePart([b], 1)) });
    expect(chat.texts).toEqual(["a", "b"]);
  });

  it("is recognized where the server does not repeat keys", () => {
    const chat = openTestChat().send(sends("hello"), reply([message("m1", 5, "customer")]));
    expect(chat.texts).toEqual(["m1", "hello"]);
    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    expect(chat.texts).toEqual(["m1"]);
  });

  it("stays the same object, with the key that it was written with", () => {
    const chat = openTestChat().send(sends("hello"));
    chat.send({ type: "posted", clientKey: "hello", item: message("m1", 5, "customer") });
    const [before] = chat.state.items;
    chat.send(reply([message("m1", 5, "customer")]));
    expect(chat.state.items[0]).toBe(before);
    expect(chat.state.items[0]?.client_key).toBe("hello");
  });
});

describe("a live event", () => {
  it("adds what has changed", () => {
    const chat = openTestChat({ timeline_items: [a] }).send(sends("mine"), reply([b], 1));
    expect(chat.texts).toEqual(["a", "b", "mine"]);
    expect(chat.state.cursor).toBe("2");
  });

  it("that is older than what is known changes nothing", () => {
    const chat = openTestChat({ timeline_items: [a, b, c], status: "closed" });
    const before = chat.state;
    expect(chat.send(reply([a, b], 0, { status: "open" })).state).toEqual(before);
  });

  it("after a gap makes the page fetch the chat", () => {
    const chat = openTestChat({ timeline_items: [a] }).send(reply([c], 2));
    expect(chat.texts).toEqual(["a"]);
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "1", isWatched: true }]);
    chat.send({ type: "fetched", detail: chatDetail(timelinePart([b, c], 1)) });
    expect(chat.texts).toEqual(["a", "b", "c"]);
  });

  it("brings a status, which a fetch completes", () => {
    const chat = openTestChat({ timeline_items: [a] });
    chat.send(reply([], 1, { status: "closed", cursor: "2" }));
    expect(chat.state).toMatchObject({ status: "closed", cursor: "2" });
    expect(chat.effects).toEqual([
      { type: "fetch_chat", after: "2", isWatched: true },
      { type: "send_seen", cursor: "2" },
    ]);
  });

  it("before the chat is loaded causes another fetch", () => {
    const chat = new TestChat().send({ type: "start" }, reply([b], 1));
    chat.send({ type: "fetched", detail: chatDetail(timelinePart([a])) });
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "1", isWatched: true }]);
  });
});

describe("a fetched chat", () => {
  it("is in the order of positions, whatever the clock of the server says", () => {
    const late = { ...message("late", 3), detail: { comment: { body: "late", created_at: "2020-01-01" } } };
    const chat = openTestChat({ timeline_items: [a] });
    chat.send({ type: "connected" });
    chat.send({ type: "posted", clientKey: "k", item: message("mine", 4, "customer") });
    chat.send({ type: "fetched", detail: chatDetail(timelinePart([b, late], 1)) });
    expect(chat.texts).toEqual(["a", "b", "late", "mine"]);
  });

  it("does not take back what an event has brought since it was made", () => {
    const chat = openTestChat({ timeline_items: [a] }).send({ type: "connected" });
    chat.send(reply([b, c], 1, { status: "closed" }));
    chat.send({ type: "fetched", detail: chatDetail(timelinePart([b], 1)) });
    expect(chat.state).toMatchObject({ status: "closed", cursor: "3" });
    expect(chat.texts).toEqual(["a", "b", "c"]);
  });

  it("of which the answer holds only the end replaces what is known: nothing is missing in between", () => {
    const chat = openTestChat({ timeline_items: [a] }).send({ type: "connected" });
    chat.send({ type: "posted", clientKey: "k", item: message("mine", 9, "customer") });
    chat.send({ type: "fetched", detail: chatDetail(timelinePart([c, d], 2)) });
    expect(chat.texts).toEqual(["c", "d", "mine"]);
    expect(chat.state).toMatchObject({ from: 2, cursor: "4", earlier: "known" });
  });

  it("of a server that was restored from a backup is what there is", () => {
    const chat = openTestChat({ timeline_items: [a, b, c] }).send({ type: "connected" });
    chat.send({ type: "fetched", detail: chatDetail({ ...timelinePart([a]), status: "queued" }) });
    expect(chat.texts).toEqual(["a"]);
    expect(chat.state).toMatchObject({ cursor: "1", status: "queued" });
    expect(chat.send(reply([message("new", 2)], 1)).texts).toEqual(["a", "new"]);
  });

  it("of a restored server that has written as much since is what there is", () => {
    const before = { ...timelinePart([a, b]), cursor: "2.111111111" };
    const chat = openTestChat(before).send({ type: "connected" });
    const fresh = message("new", 2);
    chat.send({
      type: "fetched",
      detail: chatDetail({ ...timelinePart([a, fresh]), cursor: "2.222222222" }),
    });
    expect(chat.texts).toEqual(["a", "new"]);
    expect(chat.state.cursor).toBe("2.222222222");
    // What a server of another history tells is no continuation.
    chat.send(reply([c], 2, { cursor: "3.333333333" }));
    expect(chat.texts).toEqual(["a", "new"]);
    expect(chat.effects).toEqual([{ type: "fetch_chat", after: "2.222222222", isWatched: true }]);
  });

  it("of a restored server that writes meanwhile is fetched once more", () => {
    const chat = openTestChat({ timeline_items: [a, b, c] }).send({ type: "connected" });
    chat.send(reply([message("new", 2)], 1));
    chat.send({ type: "fetched", detail: chatDetail(timelinePart([a])) });
    expect(chat.effects).toEqual([
      { type: "fetch_chat", after: "1", isWatched: true },
      { type: "send_seen", cursor: "1" },
    ]);
  });

  it("names persons by keys, each of which is said once", () => {
    const ayse = { name: "Ayşe" };
    const chat = openTestChat({ timeline_items: [a], people: { p1: ayse } });
    chat.send(reply([b], 1, { people: { p2: { name: "Bora" } } }));
    expect(chat.state.people).toEqual({ p1: ayse, p2: { name: "Bora" } });
  });
});

describe("earlier messages", () => {
  const page = { timeline_items: [c, d], timeline_after: 2 };

  it("are loaded page by page, back to the first one", () => {
    const chat = openTestChat(page);
    expect(chat.state.earlier).toBe("known");
    chat.send({ type: "load_earlier" });
    expect(chat.effects).toEqual([{ type: "fetch_earlier", before: 3 }]);
    expect(chat.send({ type: "load_earlier" }).effects).toEqual([]);
    chat.send({ type: "earlier_fetched", before: 3, part: timelinePart([b], 1) });
    expect(chat.texts).toEqual(["b", "c", "d"]);
    expect(chat.state).toMatchObject({ from: 1, cursor: "4", earlier: "known", unread: 0 });
    chat.send({ type: "load_earlier" }, { type: "earlier_fetched", before: 2, part: timelinePart([a]) });
    expect(chat.texts).toEqual(["a", "b", "c", "d"]);
    expect(chat.state.earlier).toBe("none");
    expect(chat.send({ type: "load_earlier" }).effects).toEqual([]);
  });

  it("can be asked for again after a failure", () => {
    const chat = openTestChat(page).send({ type: "load_earlier" }, { type: "earlier_failed" });
    expect(chat.state.earlier).toBe("failed");
    expect(chat.send({ type: "load_earlier" }).effects).toHaveLength(1);
  });

  it("that no longer fit are left out", () => {
    const chat = openTestChat(page).send({ type: "load_earlier" }, { type: "connected" });
    const far = timelinePart([message("x", 300)], 299);
    chat.send({ type: "fetched", detail: chatDetail(far) });
    chat.send({ type: "earlier_fetched", before: 3, part: timelinePart([b], 1) });
    expect(chat.texts).toEqual(["x"]);
    expect(chat.state).toMatchObject({ from: 299, earlier: "known" });
  });
});
