import { describe, expect, it } from "vitest";
import { collectAnswers } from "./answers";
import { arrange, type Day, type MessageGroup } from "./days";
import { message } from "./testChat";
import type { ChatRating, TimelineItem } from "./wire";

describe("messages", () => {
  it("are grouped by consecutive sender", () => {
    const items = [
      from("a", 1, "deniz"),
      from("b", 2, "deniz"),
      from("c", 3, "ece"),
      message("d", 4, "customer"),
      from("e", 5, "deniz"),
    ];
    expect(groupsOf(arrange({ items, pendingMessages: [] }))).toEqual([
      ["other", "a", "b"],
      ["other", "c"],
      ["own", "d"],
      ["other", "e"],
    ]);
  });

  it("that are new begin a group of their own", () => {
    const items = [message("a", 1), message("b", 2), message("c", 3)];
    const days = arrange({ items, pendingMessages: [], firstNew: "b" });
    expect(groupsIn(days).map(({ isNew, messages }) => [isNew, ...messages.map(({ key }) => key)])).toEqual([
      [undefined, "a"],
      [true, "b", "c"],
    ]);
  });

  it("that are pending follow the visitor's own, with their delivery state", () => {
    const pending = [
      {
        clientKey: "k1",
        body: "x",
        at: Date.parse("2026-11-21T10:05:00Z"),
        state: "sending",
        failedAttempts: 0,
        progress: -1,
      },
      {
        clientKey: "k2",
        body: "y",
        at: Date.parse("2026-11-21T10:06:00Z"),
        state: "failed",
        failedAttempts: 3,
        progress: -1,
        reason: "chat_full",
      },
    ] as const;
    const days = arrange({ items: [message("a", 1, "customer", "k0")], pendingMessages: pending });
    expect(groupsIn(days)[0]?.messages).toMatchObject([
      { key: "k0", delivery: { state: "sent" } },
      { key: "k1", delivery: { state: "sending" } },
      { key: "k2", delivery: { state: "failed", reason: "chat_full" } },
    ]);
  });

  it("are grouped by day", () => {
    const later = message("b", 2);
    later.detail.comment = { body: "b", created_at: "2026-11-23T10:00:00.000Z" };
    const days = arrange({ items: [message("a", 1), later], pendingMessages: [] });
    expect(days.map(({ entries }) => entries.length)).toEqual([1, 1]);
  });

  it("of an unknown kind are left out", () => {
    const items = [
      // Of a server that is newer than this page.
      { ...message("a", 1), action: "rate" },
      { ...message("b", 1), detail: {} },
    ] as TimelineItem[];
    expect(arrange({ items, pendingMessages: [] })).toEqual([]);
  });
});

describe("ratings", () => {
  const rated = (minute: number): ChatRating => ({
    position: minute,
    rating: 50,
    created_at: `2026-11-21T10:0${minute}:00.000Z`,
  });
  const kinds = (days: Day[]) => days.map(({ entries }) => entries.map(({ kind }) => kind));

  it("stand between the messages, and divide a group", () => {
    const items = [message("a", 1), message("b", 4)];
    const days = arrange({ items, pendingMessages: [], ratings: [rated(2), rated(5)] });
    expect(kinds(days)).toEqual([["messages", "rating", "messages", "rating"]]);
  });

  it("begin a day where they are its first", () => {
    const later = { position: 9, rating: 0, created_at: "2026-11-23T10:00:00.000Z" } as const;
    const days = arrange({ items: [message("a", 1)], pendingMessages: [], ratings: [later] });
    expect(kinds(days)).toEqual([["messages"], ["rating"]]);
  });
});

describe("the answers at the start of a chat", () => {
  it("are grouped by question, without empty ones", () => {
    const answers = collectAnswers([
      { question_id: "q1", question: "What did you like?", answer: "Cake" },
      { question_id: "q1", question: "What did you like?", answer: "Coffee" },
      { question_id: "q2", question: "Anything else?", answer: "" },
      { question_id: "q3", question: "Who?", answer: "" },
    ]);
    expect(answers).toEqual([{ key: "q1", question: "What did you like?", answers: ["Cake", "Coffee"] }]);
  });

  it.each([
    ["https://example.com/a", "https://example.com/a"],
    ["javascript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["no address", undefined],
  ])("link %s to %s where the question is a link", (answer, link) => {
    const [entry] = collectAnswers([{ question_id: "q", question: "Q", style: "link", answer }]);
    expect(entry?.link).toBe(link);
    expect(
      collectAnswers([{ question_id: "q", question: "Q", style: "text", answer }])[0]?.link,
    ).toBeUndefined();
  });
});

function from(id: string, minute: number, person: string) {
  const item = message(id, minute);
  return { ...item, detail: { ...item.detail, person } };
}

function groupsOf(days: Day[]) {
  return groupsIn(days).map(({ own, messages }) => [
    own ? "own" : "other",
    ...messages.map(({ body }) => body),
  ]);
}

function groupsIn(days: Day[]): MessageGroup[] {
  return days.flatMap(({ entries }) => entries.filter((entry) => entry.kind === "messages"));
}
