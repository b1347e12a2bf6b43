import { expect, it } from "vitest";
import { UNREAD_REPORT } from "../protocol/protocol.ts";
import { readUnreadReport } from "./unreadReport.ts";

const REPORT = { type: UNREAD_REPORT, code: "PSN-TEST001", unread: 2, hasChat: true };

it("reads the report of its own widget", () => {
  for (const report of [REPORT, { ...REPORT, unread: 0, hasChat: false }, { ...REPORT, unread: null }]) {
    expect(readUnreadReport(JSON.stringify(report), "PSN-TEST001")).toEqual(report);
  }
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
  ];
  for (const other of others) expect(readUnreadReport(other, "PSN-TEST001")).toBeUndefined();
});
