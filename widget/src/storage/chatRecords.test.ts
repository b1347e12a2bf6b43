import { beforeEach, expect, it } from "vitest";
import {
  activeChat,
  chatsOf,
  chatTokens,
  keepActiveChat,
  leaveActiveChat,
  MOST_CHATS,
  openChatOf,
  storeNews,
  updateChat,
} from "./chatRecords";
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

it("comes back to the active chat if it continues, or else to the newest that does", () => {
  for (const id of ["f1", "f2", "f3"]) keepActiveChat("n", { feedbackId: id, token: "t" });
  expect(openChatOf("n")?.feedbackId).toBe("f3");
  keepActiveChat("n", { feedbackId: "f1", token: "t" });
  expect(openChatOf("n")?.feedbackId).toBe("f1");
  expect(chatsOf("n").map(({ feedbackId }) => feedbackId)).toEqual(["f1", "f2", "f3"]);
  updateChat("n", "f1", { status: "closed" });
  expect(openChatOf("n")?.feedbackId).toBe("f3");
  updateChat("n", "f3", { status: "refused" });
  updateChat("n", "f2", { status: "archived" });
  expect(openChatOf("n")).toBeUndefined();
});

it("keeps a bounded number of chats: the oldest that are over go first", () => {
  for (let number = 0; number < MOST_CHATS; number++)
    keepActiveChat("n", { feedbackId: `f${number}`, token: "t" });
  updateChat("n", "f5", { status: "closed" });
  keepActiveChat("n", { feedbackId: "new", token: "t" });
  const ids = () => chatsOf("n").map(({ feedbackId }) => feedbackId);
  expect(ids()).toHaveLength(MOST_CHATS);
  expect(ids()).not.toContain("f5");
  keepActiveChat("n", { feedbackId: "newer", token: "t" });
  expect(ids()).not.toContain("f0");
  expect(ids().slice(-2)).toEqual(["new", "newer"]);
});

it("knows the status of the chats that it asked about, and which tokens are no longer good", () => {
  for (const id of ["f1", "f2", "f3"]) keepActiveChat("n", { feedbackId: id, token: "t" });
  storeNews("n", chatsOf("n").slice(0, 2), [{ id: "f1", status: "queued" }]);
  expect(chatsOf("n").map(({ status }) => status)).toEqual(["queued", "refused", undefined]);
});

it("names its chats for the server, without those that are damaged", () => {
  const good = { feedbackId: "f1", token: "t-_1" };
  const damaged = [
    { feedbackId: "f2", token: "" },
    { feedbackId: "f,3", token: "t" },
    { feedbackId: "f4", token: "t\n" },
  ];
  expect(chatTokens([good, ...damaged])).toEqual({ "X-Chat-Tokens": "f1:t-_1:0" });
  expect(chatTokens([{ ...good, seen: "7" }])).toEqual({ "X-Chat-Tokens": "f1:t-_1:7" });
  expect(chatTokens([{ ...good, seen: "7.012345678" }])).toEqual({ "X-Chat-Tokens": "f1:t-_1:7.012345678" });
  expect(chatTokens([{ ...good, seen: "x" }])).toEqual({ "X-Chat-Tokens": "f1:t-_1:0" });
});
