import { expect, it } from "vitest";
import type { AuditItem } from "../wire";
import { aMessage } from "./fixtures";
import { timelineOf } from "./timeline";

const act = (name: AuditItem["act"], at: string): AuditItem => ({
  ...{ act: name, at, staff: "Ann", node_id: "shop", feedback_id: "c1", subject: null },
});
const DAY_LATER = 24 * 60;

it("has messages by day and by who wrote them, with what staff have done between them", () => {
  const items = [aMessage(1), aMessage(2), aMessage(3, {}, DAY_LATER)];
  const between = new Date(Date.parse(items[1]?.detail.comment.created_at ?? "") + 1).toISOString();
  const entries = timelineOf(
    { timeline_items: items, timeline_after: 0, chat_ratings: [] },
    [act("claim", between), act("read", between)],
    [],
  );
  expect(entries.map((entry) => (entry.kind === "message" ? entry.isFirstOfGroup : entry.kind))).toEqual([
    "day",
    true,
    false,
    "act",
    "day",
    true,
  ]);
});

it("shows nothing from before the part that is loaded, and no message twice", () => {
  const item = aMessage(300, { client_key: "k1" });
  const message = (key: string) => ({
    ...{ key, user: "ann", chat: "c1", kind: "reply" as const, body: "", image: null, refusal: null },
    writtenAt: Date.parse(item.detail.comment.created_at) + 1,
  });
  const entries = timelineOf(
    { timeline_items: [item], timeline_after: 299, chat_ratings: [] },
    [act("close", "2020-01-01T00:00:00Z")],
    [message("k1"), message("k2")],
  );
  expect(entries.map(({ kind }) => kind)).toEqual(["day", "message", "outgoing"]);
});
