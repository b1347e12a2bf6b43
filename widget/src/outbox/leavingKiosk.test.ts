import { beforeEach, expect, it, vi } from "vitest";
import { type Latest, leave, noteLeft } from "./leaving";
import { FRESH, type OutboxRecord } from "./record";
import { sealFromNowOn } from "./store/sealedRow";

const setItem = vi.fn();

beforeEach(() => {
  vi.stubGlobal("window", { localStorage: { getItem: () => null, setItem, removeItem() {} } });
  sealFromNowOn();
});

const SUBMISSION = { partial: true, body: "words", headers: {}, content: "words" };
const LATEST: Latest = {
  id: "run",
  written: { lane: "lane", apiBase: "", submission: { ...SUBMISSION, key: "k2" }, now: 0 },
  hasEarlier: false,
};

it("a kiosk writes nothing in clear when its page goes away, and sends what it can", () => {
  expect(leave(LATEST, undefined)).toMatchObject({ key: "k2" });
  noteLeft("run", LATEST.written);
  expect(setItem).not.toHaveBeenCalled();
});

it("a kiosk sends nothing behind a save under way: the next visit would repeat only that one", () => {
  const record: OutboxRecord = {
    ...FRESH,
    id: "run",
    lane: "lane",
    order: 1,
    writtenAt: 0,
    apiBase: "",
    isTried: true,
    feedbackId: "f1",
    attempt: { ...SUBMISSION, key: "k1", headers: { "X-FID": "f1" } },
  };
  expect(leave({ ...LATEST, hasEarlier: true }, record)).toBeUndefined();
});
