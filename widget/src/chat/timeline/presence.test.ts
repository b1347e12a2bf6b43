import { describe, expect, it } from "vitest";
import { TYPING_LASTS_MS, TYPING_REPEAT_MS } from "./presence";
import { chatDetail, message, openTestChat, reply, sends } from "./testChat";

const NODE = { ...chatDetail().node, show_typing: true, show_seen: true };

describe("staff who write", () => {
  it("are shown until they stop, their message is there, or nothing is heard of them", () => {
    const chat = present().send({ type: "typing", actor: "staff", name: "Ayşe", typing: true });
    expect(chat.state.presence.typing).toEqual({ name: "Ayşe" });
    expect(chat.effects).toEqual([{ type: "schedule", timer: "staff_typing", afterMs: TYPING_LASTS_MS }]);
    chat.send({ type: "timer", timer: "staff_typing" });
    expect(chat.state.presence.typing).toBeUndefined();

    chat.send(
      { type: "typing", actor: "staff", typing: true },
      { type: "typing", actor: "staff", typing: false },
    );
    expect(chat.state.presence.typing).toBeUndefined();

    chat.send({ type: "typing", actor: "staff", typing: true }, reply([message("s1", 1)]));
    expect(chat.state.presence.typing).toBeUndefined();
  });

  it("are not the visitor in another tab", () => {
    const chat = present().send({ type: "typing", actor: "customer", typing: true });
    expect(chat.state.presence.typing).toBeUndefined();
  });
});

describe("the visitor who writes", () => {
  it("is reported every few seconds, not for each key", () => {
    const chat = present();
    const told = [0, 100, TYPING_REPEAT_MS - 1, TYPING_REPEAT_MS, TYPING_REPEAT_MS + 1].filter((at) => {
      chat.send({ type: "typed", at, isEmpty: false });
      return chat.effects.some(({ type }) => type === "send_typing");
    });
    expect(told).toEqual([0, TYPING_REPEAT_MS]);
  });

  it("has stopped when the text is empty again", () => {
    const chat = present().send({ type: "typed", at: 0, isEmpty: true });
    expect(chat.effects, "nothing was written").toEqual([]);
    chat.send({ type: "typed", at: 0, isEmpty: false }, { type: "typed", at: 1, isEmpty: true });
    expect(chat.effects).toEqual([{ type: "send_typing", typing: false }]);
  });

  it("is reported again after a message", () => {
    const chat = present().send({ type: "typed", at: 0, isEmpty: false }, sends("hello"));
    chat.send({ type: "typed", at: 1, isEmpty: false });
    expect(chat.effects).toEqual([{ type: "send_typing", typing: true }]);
  });

  it("is not reported where the business does not show it", () => {
    const chat = present({ ...NODE, show_typing: false }).send({ type: "typed", at: 0, isEmpty: false });
    expect(chat.effects).toEqual([]);
  });
});

describe("what is seen", () => {
  it("is the highest position that the staff have reported", () => {
    const chat = present().send(
      { type: "seen", actor: "staff", cursor: "7" },
      { type: "seen", actor: "staff", cursor: "3" },
      { type: "seen", actor: "customer", cursor: "9" },
    );
    expect(chat.state.presence.staffSeen).toBe(7);
  });

  it("is told to the staff once for each change, while the visitor watches", () => {
    const chat = present();
    chat.send(reply([], 0, { cursor: "2" }));
    expect(chat.effects).toEqual([{ type: "send_seen", cursor: "2" }]);
    chat.send(reply([], 0, { cursor: "2" }));
    expect(chat.effects).toEqual([]);

    chat.send({ type: "watched", watched: false }, reply([], 0, { cursor: "3" }));
    expect(chat.effects).toEqual([]);
    chat.send({ type: "watched", watched: true });
    expect(chat.effects).toContainEqual({ type: "send_seen", cursor: "3" });
  });

  it("is told again on a new connection", () => {
    const chat = present().send({ type: "disconnected" }, { type: "connected" });
    expect(chat.effects).toContainEqual({ type: "send_seen", cursor: "0" });
  });

  it("is known to the server by whether the visitor watches, whatever the business shows", () => {
    const chat = present({ ...NODE, show_seen: false });
    for (const watched of [false, true]) {
      expect(chat.send({ type: "watched", watched }).effects).toContainEqual({ type: "tell_watched" });
    }
    // The subscription of the next connection may be under way, with what held before.
    chat.send({ type: "disconnected" });
    expect(chat.send({ type: "watched", watched: false }).effects).toContainEqual({ type: "tell_watched" });
  });

  it("is told to the server whatever the business shows: it keeps mails back", () => {
    const chat = present({ ...NODE, show_seen: false });
    chat.send(reply([], 0, { cursor: "2" }));
    expect(chat.effects).toEqual([{ type: "send_seen", cursor: "2" }]);
  });

  it("is forgotten when the server was restored from a backup: the same positions are other messages", () => {
    const chat = openTestChat({ node: NODE, cursor: "7.111111111" });
    chat.send({ type: "seen", actor: "staff", cursor: "7" });
    chat.send({ type: "fetched", detail: chatDetail({ node: NODE, cursor: "7.111111111" }) });
    expect(chat.state.presence.staffSeen).toBe(7);
    chat.send({ type: "fetched", detail: chatDetail({ node: NODE, cursor: "9.222222222" }) });
    expect(chat.state.presence.staffSeen).toBe(0);
    expect(chat.effects).toContainEqual({ type: "send_seen", cursor: "9.222222222" });
  });
});

function present(node = NODE) {
  return openTestChat({ node });
}
