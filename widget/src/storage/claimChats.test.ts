// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { chatsOf, keepChat } from "./chatRecords";
import { claimChats } from "./claimChats";
import { keepCustomer } from "./customerRecords";
import { updateNodeHistory } from "./nodeHistory";
import { NOBODY } from "./owner";

const BOB = { person: "bob" };
const CHAT = { feedbackId: "f", token: "t" };

beforeEach(() => {
  localStorage.clear();
  keepChat("n", CHAT, NOBODY);
});

it("who logs in gets the chats that nobody has begun", () => {
  keepCustomer("n", "c", false, NOBODY);
  claimChats("n", BOB);
  expect([chatsOf("n", BOB), chatsOf("n", NOBODY)]).toEqual([[CHAT], []]);
});

it("also those of a visitor of whom the host has said other things", () => {
  keepCustomer("n", "c", true, { ...NOBODY });
  claimChats("n", BOB);
  expect(chatsOf("n", BOB)).toEqual([CHAT]);
});

it("but not those of somebody whom an earlier version has kept there", () => {
  updateNodeHistory("n", (before) => ({ ...before, customer: { id: "c", isIdentified: true } }), NOBODY);
  claimChats("n", BOB);
  expect([chatsOf("n", BOB), chatsOf("n", NOBODY)]).toEqual([[], [CHAT]]);
});
