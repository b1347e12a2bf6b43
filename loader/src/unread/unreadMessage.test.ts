import { expect, it } from "vitest";
import { UNREAD_ACT, UNREAD_REPORT } from "../protocol/protocol.ts";
import { readUnreadMessage } from "./unreadMessage.ts";

const REPORT = { type: UNREAD_REPORT, code: "PSN-TEST001", unread: 2, hasChat: true };
const ACT = { type: UNREAD_ACT, code: "PSN-TEST001", opens: true, keyboard: false };

it("reads the messages of its own widget", () => {
  const messages = [
    REPORT,
    { ...REPORT, unread: 0, hasChat: false },
    { ...REPORT, unread: null },
    { ...REPORT, height: 92 },
    ACT,
    { ...ACT, opens: false },
  ];
  for (const message of messages)
    expect(readUnreadMessage(JSON.stringify(message), "PSN-TEST001")).toEqual(message);
});

it("ignores everything else", () => {
  const others = [
    REPORT,
    "",
    "{",
    "null",
    JSON.stringify({ ...REPORT, type: "PULSEN_FRAME" }),
    JSON.stringify({ ...REPORT, code: "PSN-TEST002" }),
    JSON.stringify({ ...REPORT, unread: -1 }),
    JSON.stringify({ ...REPORT, unread: "2" }),
    JSON.stringify({ ...REPORT, unread: undefined }),
    JSON.stringify({ ...REPORT, hasChat: 1 }),
    JSON.stringify({ ...REPORT, height: -1 }),
    JSON.stringify({ ...REPORT, height: "1px" }),
    JSON.stringify({ ...ACT, code: "PSN-TEST002" }),
    JSON.stringify({ ...ACT, opens: 1 }),
    JSON.stringify({ ...ACT, keyboard: undefined }),
  ];
  for (const other of others) expect(readUnreadMessage(other, "PSN-TEST001")).toBeUndefined();
});
