import { describe, expect, it } from "vitest";
import { currentRating } from "./rating";
import { message, openTestChat, reply } from "./testChat";
import { asksForRating, type ChatState } from "./timeline";
import type { ChatRating, RatingValue } from "./wire";

describe("a rating", () => {
  it("is asked for once the chat is over, where the business wants it", () => {
    expect(asksForRating(ratable().state)).toBe(true);
    expect(asksForRating(ratable({ status: "archived" }).state)).toBe(true);
    expect(asksForRating(ratable({ status: "open" }).state)).toBe(false);
    expect(asksForRating(ratable({ chat_rating_enabled: false }).state)).toBe(false);
  });

  it("is sent once, and holds once the server has it", () => {
    const chat = ratable();
    chat.send({ type: "rate", rating: 50 });
    expect(chat.effects).toEqual([{ type: "post_rating", rating: 50 }]);
    expect(chat.state.rating.sending).toBe(50);
    chat.send({ type: "rate", rating: 100 });
    expect(chat.effects).toEqual([]);

    chat.send({ type: "rated", rating: rating(50, 5) });
    expect(ratingOf(chat.state)?.rating).toBe(50);
    expect(chat.state.rating.sending).toBeUndefined();
    chat.send({ type: "rate", rating: 0 });
    expect(chat.effects).toEqual([]);
  });

  it("that fails can be given again", () => {
    const chat = ratable();
    chat.send({ type: "rate", rating: 0 }, { type: "rate_failed", status: 0 });
    expect(chat.state.rating).toMatchObject({ sending: undefined, failed: 0 });
    expect(chat.effects).toEqual([]);
    chat.send({ type: "rate", rating: 0 });
    expect(chat.state.rating).toMatchObject({ sending: 0, failed: undefined });
  });

  it("that is refused shows what holds instead: another tab may have rated", () => {
    const chat = ratable();
    chat.send({ type: "rate", rating: 0 }, { type: "rate_failed", status: 409 });
    expect(chat.effects).toMatchObject([{ type: "fetch_chat" }]);
  });

  it("comes from another tab by a live event, and is no second one with its own response", () => {
    const chat = ratable();
    const rated = { chat_ratings: [rating(100, 5)], chat_rating_enabled: true, status: "closed" as const };
    chat.send({ type: "rate", rating: 100 }, reply([], 1, rated));
    expect(ratingOf(chat.state)?.rating).toBe(100);
    chat.send({ type: "rated", rating: rating(100, 5) });
    expect(chat.state.rating.history).toHaveLength(1);
  });

  it("holds until the visitor writes again", () => {
    const rated = { chat_ratings: [rating(0, 5)] };
    const chat = ratable(rated);
    expect(ratingOf(chat.state)?.rating).toBe(0);
    chat.send(reply([message("s1", 6)], 1, rated));
    expect(ratingOf(chat.state)?.rating, "a reply of the staff").toBe(0);
    chat.send(reply([message("m2", 7, "customer")], 6, rated));
    expect(ratingOf(chat.state)).toBeUndefined();
    expect(chat.state.rating.history, "the history stays").toHaveLength(1);
  });

  it("is switched on by a live event", () => {
    const chat = ratable({ chat_rating_enabled: false });
    chat.send(reply([], 1, { chat_rating_enabled: true, status: "closed" }));
    expect(asksForRating(chat.state)).toBe(true);
  });
});

function ratingOf({ rating, items }: ChatState) {
  return currentRating(rating, items);
}

function ratable(detail: Parameters<typeof openTestChat>[0] = {}) {
  const timeline_items = [message("m1", 1, "customer")];
  return openTestChat({ status: "closed", chat_rating_enabled: true, timeline_items, ...detail });
}

/** A rating of that many minutes after ten. */
function rating(value: RatingValue, minute: number): ChatRating {
  return {
    position: minute,
    rating: value,
    created_at: `2026-11-21T10:${String(minute).padStart(2, "0")}:00.000Z`,
  };
}
