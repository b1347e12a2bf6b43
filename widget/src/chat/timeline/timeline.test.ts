import { describe, expect, it } from "vitest";
import type { ChatEffect } from "./chatEvents";
import { POLL_INTERVAL_MS, UNWATCHED_POLL_INTERVAL_MS, WORKING_HOURS_INTERVAL_MS } from "./receiving";
import {
  chatDetail,
  chatNode,
  message,
  openTestChat,
  reply,
  sends,
  TestChat,
  timelinePart,
} from "./testChat";
import { NOTICE_DELAY_MS } from "./timeline";

describe("loading", () => {
  it("fetches the chat and follows its live events at once", () => {
    const chat = new TestChat().send({ type: "start" });
    expect(chat.state.phase).toBe("loading");
    expect(chat.effects).toEqual([fetchOf(undefined), { type: "follow" }]);
  });

  it("shows the fetched chat", () => {
    const chat = new TestChat().send(
      { type: "start" },
      { type: "fetched", detail: chatDetail({ timeline_items: [message("a", 1)], status: "queued" }) },
    );
    expect(chat.state).toMatchObject({ phase: "shown", status: "queued", cursor: "1" });
    expect(chat.texts).toEqual(["a"]);
  });

  it("is repeated after a failure, and at once when the visitor asks", () => {
    const chat = new TestChat().send({ type: "start" }, { type: "fetch_failed", status: 0 });
    expect(chat.state.phase).toBe("failed");
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }]);

    chat.send({ type: "reload" });
    expect(chat.state.phase).toBe("loading");
    expect(chat.effects).toEqual([fetchOf(undefined)]);
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

  it("forgets its token and what was not sent where the chat is erased", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.send({ type: "send", clientKey: "k", body: "too late", at: 0 });
    chat.send({ type: "fetch_failed", status: 410 });
    expect(chat.effects).toEqual([{ type: "forget_chat" }, { type: "unfollow" }]);
    expect(chat.state.phase).toBe("erased");
    expect([chat.state.items, chat.state.pendingMessages, chat.state.detail]).toEqual([[], [], undefined]);
  });
});

describe("the connection", () => {
  it("fetches what was missed when it is back", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] });
    chat.send({ type: "disconnected" }, { type: "connected" });
    expect(chat.effects).toEqual([fetchOf("1"), { type: "send_seen", cursor: "1" }]);

    const missed = timelinePart([message("b", 2), message("c", 3)], 1);
    chat.send({ type: "fetched", detail: chatDetail({ ...missed, status: "closed" }) });
    expect(chat.texts).toEqual(["a", "b", "c"]);
    expect(chat.state).toMatchObject({ cursor: "3", status: "closed" });
  });

  it("is shown as lost after two seconds, and replaced by polling", () => {
    const chat = openTestChat().send({ type: "disconnected" });
    expect(chat.effects).toEqual([
      { type: "schedule", timer: "notice", afterMs: NOTICE_DELAY_MS },
      { type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS },
    ]);
    expect(chat.state.lost).toBe(false);
    expect(chat.send({ type: "timer", timer: "notice" }).state.lost).toBe(true);

    expect(chat.send({ type: "timer", timer: "fetch" }).effects).toEqual([fetchOf("0")]);
    chat.send({ type: "fetched", detail: chatDetail() });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }]);

    chat.send({ type: "connected" });
    expect(chat.state.lost).toBe(false);
    expect(chat.send({ type: "timer", timer: "notice" }).state.lost).toBe(false);
    expect(chat.send({ type: "fetched", detail: chatDetail() }).effects).toEqual([]);
  });

  it("is replaced by less polling while nobody watches, and by none sooner than the server wants", () => {
    const chat = openTestChat({}, false).send({ type: "disconnected" });
    chat.send({ type: "timer", timer: "fetch" }, { type: "fetched", detail: chatDetail() });
    const slow: ChatEffect = { type: "schedule", timer: "fetch", afterMs: UNWATCHED_POLL_INTERVAL_MS };
    expect(chat.effects).toEqual([slow]);
    chat.send({ type: "watched", watched: true });
    expect(chat.effects).toContainEqual(fetchOf("0"));
    chat.send({ type: "fetch_failed", status: 429, retryAfterMs: 30_000 });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: 30_000 }]);
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
    expect(chat.effects).toEqual([fetchOf("0")]);
  });

  it("that is live does not keep a failed fetch from being repeated", () => {
    const chat = openTestChat().send({ type: "connected" }, { type: "fetch_failed", status: 503 });
    expect(chat.state.phase).toBe("shown");
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }]);
  });

  it("causes a fetch when the device has a network again", () => {
    const chat = openTestChat().send({ type: "network", online: false });
    expect(chat.state.offline).toBe(true);
    expect(chat.send({ type: "network", online: true }).effects).toEqual([fetchOf("0")]);
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
    expect(chat.effects).toEqual([fetchOf("0")]);
    expect(chat.send({ type: "archive_dismissed" }).state.archiving).toBe("no");
    expect(chat.send({ type: "archive" }).effects).toEqual([{ type: "archive" }]);
  });
});

describe("unread replies", () => {
  it("are counted once each while nobody watches", () => {
    const chat = openTestChat({ timeline_items: [message("a", 1)] }, false);
    expect(chat.state.unread).toBe(0);
    chat.send(reply([message("b", 2)], 1));
    chat.send(
      { type: "connected" },
      { type: "fetched", detail: chatDetail(timelinePart([message("b", 2)], 1)) },
    );
    expect(chat.state.unread).toBe(1);

    chat.send({ type: "watched", watched: true });
    expect(chat.state.unread).toBe(0);
    chat.send(reply([message("c", 3)], 2));
    expect(chat.state.unread).toBe(0);
  });

  it("include those since the visitor's last visit, and not what they have seen then", () => {
    const items = [message("a", 1), message("mine", 2, "customer"), message("b", 3), message("c", 4)];
    const fetched = { type: "fetched", detail: chatDetail({ timeline_items: items }) } as const;
    const unreadAfter = (seen?: string) => new TestChat(false, seen).send(fetched).state.unread;
    expect(unreadAfter("2")).toBe(2);
    expect(unreadAfter("4")).toBe(0);
    // Seen while nobody had written yet; and never seen by this browser.
    expect(unreadAfter("0")).toBe(3);
    expect(unreadAfter(undefined)).toBe(0);
  });

  it("are marked from the first one on, until the visitor writes or looks away", () => {
    const items = [message("a", 1), message("b", 2), message("c", 3)];
    const fetched = { type: "fetched", detail: chatDetail({ timeline_items: items }) } as const;
    const chat = new TestChat(true, "1").send(fetched);
    expect(chat.state).toMatchObject({ unread: 0, firstNew: "b" });
    chat.send(reply([message("d", 4)], 3));
    expect(chat.state.firstNew).toBe("b");
    chat.send(sends("thanks"));
    expect(chat.state.firstNew).toBeUndefined();

    chat.send({ type: "watched", watched: false });
    chat.send(reply([message("e", 5)], 4));
    chat.send({ type: "watched", watched: true });
    expect(chat.state.firstNew).toBe("e");
    chat.send({ type: "watched", watched: false });
    expect(chat.state.firstNew).toBeUndefined();
  });

  it("do not include the visitor's own from another window", () => {
    const chat = openTestChat({}, false);
    chat.send(reply([message("m", 2, "customer")]));
    expect(chat.state.unread).toBe(0);
  });
});

describe("working hours", () => {
  const hours = {
    node: chatNode({
      operating_24_7: false,
      operating_hours: [{ period: "weekdays", start_hour: 900, end_hour: 1800 }],
    }),
  };

  it("are fetched every minute while somebody watches an open chat", () => {
    const chat = openTestChat(hours);
    expect(chat.effects).toEqual([{ type: "schedule", timer: "fetch", afterMs: WORKING_HOURS_INTERVAL_MS }]);
  });

  it("are not fetched while the widget is closed, and at once when it opens", () => {
    const chat = openTestChat(hours, false);
    expect(chat.effects).toEqual([]);
    expect(chat.send({ type: "watched", watched: true }).effects).toContainEqual(fetchOf("0"));
  });

  it("are not fetched for a chat that is always open or over", () => {
    expect(openTestChat().effects).toEqual([]);
    expect(openTestChat({ node: chatNode({ operating_24_7: false }) }).effects).toEqual([]);
    expect(openTestChat({ ...hours, status: "closed" }).effects).toEqual([]);
  });
});

it("a chat that was left has no more effects", () => {
  const chat = openTestChat().send(sends("mine"), { type: "leave" });
  expect(chat.effects).toEqual([{ type: "unfollow" }]);
  chat.send({ type: "posted", clientKey: "mine", item: message("m1", 1) }, { type: "connected" });
  expect(chat.effects).toEqual([]);
});

function fetchOf(after: string | undefined): ChatEffect {
  return { type: "fetch_chat", after, isWatched: true };
}
