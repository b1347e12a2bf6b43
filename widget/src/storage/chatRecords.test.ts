import { beforeEach, expect, it } from "vitest";
import { activeChat, keepActiveChat, leaveActiveChat } from "./chatRecords";
import { recordSubmitted } from "./feedbackRecords";
import { readRecord, removeEntry, writeJson } from "./localStore";

beforeEach(() => removeEntry("FLOW/widget"));

it("keeps a node's chat until it is left, and its token even then", () => {
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

it("keeps chats and the time of the last feedback side by side", () => {
  keepActiveChat("n", { feedbackId: "f", token: "t" });
  recordSubmitted("n", "f", true, 7);
  keepActiveChat("n", { feedbackId: "f", token: "renewed" });
  expect(readRecord("FLOW/widget").n).toEqual({
    chats: [{ feedbackId: "f", token: "renewed" }],
    activeChat: "f",
    lastFeedbackDate: 7,
  });
});

it("ignores a damaged record", () => {
  writeJson("FLOW/widget", { n: { activeChat: "f", chats: "no list" } });
  expect(activeChat("n")).toBeUndefined();
  keepActiveChat("n", { feedbackId: "f", token: "t" });
  expect(activeChat("n")?.token).toBe("t");
});
