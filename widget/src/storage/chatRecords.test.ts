import { beforeEach, expect, it } from "vitest";
import { activeChat, keepActiveChat, leaveActiveChat } from "./chatRecords";
import { recordSubmitted } from "./feedbackRecords";
import { readRecord, removeEntry, writeJson } from "./localStore";

beforeEach(() => removeEntry("FLOW/widget"));

it("a node's chat is kept until it is left, and its token also then", () => {
  expect(activeChat("n")).toBeUndefined();
  keepActiveChat("n", { feedbackId: "f1", token: "t1" });
  keepActiveChat("n", { feedbackId: "f2", token: "t2" });
  expect(activeChat("n")).toEqual({ feedbackId: "f2", token: "t2" });
  expect(activeChat("other")).toBeUndefined();

  leaveActiveChat("n");
  expect(activeChat("n")).toBeUndefined();
  expect(readRecord("FLOW/widget")).toEqual({
    n: {
      chats: [
        { feedbackId: "f1", token: "t1" },
        { feedbackId: "f2", token: "t2" },
      ],
    },
  });
});

it("a chat and the time of the last feedback do not overwrite each other", () => {
  keepActiveChat("n", { feedbackId: "f", token: "t" });
  recordSubmitted("n", "f", true, 7);
  keepActiveChat("n", { feedbackId: "f", token: "renewed" });
  expect(readRecord("FLOW/widget").n).toEqual({
    chats: [{ feedbackId: "f", token: "renewed" }],
    activeChat: "f",
    lastFeedbackDate: 7,
  });
});

it("a damaged record is none", () => {
  writeJson("FLOW/widget", { n: { activeChat: "f", chats: "no list" } });
  expect(activeChat("n")).toBeUndefined();
  keepActiveChat("n", { feedbackId: "f", token: "t" });
  expect(activeChat("n")?.token).toBe("t");
});
