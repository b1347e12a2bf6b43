// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { chatsOf } from "../storage/chatRecords";
import { keepChatOf } from "./openOutbox";
import { laneOf, type OutboxRecord } from "./records/record";

const STORED = {
  lane: laneOf("node", "flow"),
  state: "stored",
  settled: { status: 200, body: { id: "f1", chat_token_string: "secret" }, at: 0, isComplete: true },
} as OutboxRecord;

beforeEach(() => window.localStorage.clear());

it("keeps the chat of a feedback as soon as the server has it, once", () => {
  keepChatOf(STORED);
  keepChatOf(STORED);
  expect(chatsOf("node")).toEqual([{ feedbackId: "f1", token: "secret" }]);
});

it("keeps none of a feedback that leads to none, is saved in part, or waits", () => {
  keepChatOf(undefined);
  keepChatOf({ ...STORED, state: "waiting" });
  keepChatOf({ ...STORED, state: "saved" });
  keepChatOf({ ...STORED, settled: { status: 200, body: { id: "f1" }, at: 0, isComplete: true } });
  expect(chatsOf("node")).toEqual([]);
});
