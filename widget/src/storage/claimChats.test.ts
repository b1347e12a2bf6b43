// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { chatsOf, keepChat } from "./chatRecords";
import { claimChats } from "./claimChats";
import { keepCustomer } from "./customerRecords";
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
