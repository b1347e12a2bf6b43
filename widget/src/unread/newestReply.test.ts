import { expect, it } from "vitest";
import { type NewReply, newestReply, readOut } from "./newestReply";

const reply = (feedbackId: string, position: number, second: number): NewReply => ({
  feedbackId,
  position,
  created_at: `2026-11-21T10:20:${second}.456Z`,
  body: "Hello",
  has_picture: false,
  user: {},
});
const [older, newer] = [reply("a", 9, 10), reply("b", 2, 20)];
const chat = (feedbackId: string, fields = {}) => ({ feedbackId, token: "t", ...fields });

it("is that of all chats which was written last", () => {
  expect(newestReply([older, newer], [])).toBe(newer);
  expect(newestReply([newer, older], [chat("a"), chat("b")])).toBe(newer);
  expect(newestReply([], [chat("a")])).toBeUndefined();
});

it("is not shown once it is dismissed, and no older one in its place, but the next one is", () => {
  const chats = [chat("a"), chat("b", { dismissed: 2 })];
  expect(newestReply([older, newer], chats)).toBeUndefined();
  const next = reply("b", 3, 30);
  expect(newestReply([older, next], chats)).toBe(next);
});

it("is read out once", () => {
  expect(readOut(newer, [chat("b")])).toBe(false);
  expect(readOut(newer, [chat("b", { readOut: 1 })])).toBe(false);
  expect(readOut(newer, [chat("b", { readOut: 2 })])).toBe(true);
});
