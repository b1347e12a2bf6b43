import { beforeEach, describe, expect, it, vi } from "vitest";
import { randomId } from "../basics/randomId";
import { readCache } from "./cache";
import { recordSubmitted, removeFeedback, storedFeedbackId, storeFeedback } from "./feedbackRecords";
import { isLinkUsedUp, recordLinkDisplay } from "./linkChannels";
import { readRecord, removeEntry, writeJson } from "./localStore";
import { touchSession } from "./visitor";

const DAY = 24 * 60 * 60_000;

beforeEach(() => {
  for (const name of ["incomplete", "link_channels", "session", "widget"]) removeEntry(`FLOW/${name}`);
});

describe("partial saves", () => {
  it("are found by node and flow; a later one replaces an earlier one", () => {
    storeFeedback({ feedbackId: "1", nodeId: "n", flowId: "a" });
    storeFeedback({ feedbackId: "2", nodeId: "n", flowId: "b" });
    storeFeedback({ feedbackId: "3", nodeId: "n", flowId: "a" });

    expect(storedFeedbackId("n", "a")).toBe("3");
    expect(storedFeedbackId("n", "b")).toBe("2");
    removeFeedback("3");
    expect(storedFeedbackId("n", "a")).toBeUndefined();
  });
});

describe("a complete feedback", () => {
  it("is recorded by its id, and by its time only where the node takes one per visitor", () => {
    recordSubmitted("open", "f1", false, 5);
    recordSubmitted("once", "f2", true, 7);

    expect(readCache("submitted/open")).toBe("f1");
    expect(readCache("submitted/once")).toBe("f2");
    expect(readRecord("FLOW/widget")).toEqual({ once: { lastFeedbackDate: 7 } });
  });

  it("that waits for the network has a time, and no id yet", () => {
    recordSubmitted("offline", undefined, true, 7);
    expect(readCache("submitted/offline")).toBeUndefined();
    expect(isLinkUsedUp("offline", null, 8)).toBe(true);
  });
});

describe("a link page of a node that takes one feedback per visitor", () => {
  /** Opens the page as a visitor does; returns whether it shows the flow. */
  function open(periodDays: number | null, now: number): boolean {
    if (isLinkUsedUp("n", periodDays, now)) return false;
    recordLinkDisplay("n", periodDays, now);
    return true;
  }

  it("can be opened again until it is answered", () => {
    expect(open(null, 0)).toBe(true);
    expect(open(null, 1)).toBe(true);
    recordSubmitted("n", "f", true, 2);
    expect(open(null, 3)).toBe(false);
    expect(isLinkUsedUp("another", null, 3)).toBe(false);
  });

  it("shows the flow again after the period; without one never", () => {
    open(2, 0);
    recordSubmitted("n", "f", true, 0);
    expect(open(0, 1000 * DAY)).toBe(false);
    expect(open(2, 2 * DAY - 1)).toBe(false);
    expect(open(2, 2 * DAY)).toBe(true);
  });

  it("counts the period from the submission, as the server does", () => {
    open(2, 0);
    recordSubmitted("n", "f", true, 2 * DAY - 1);
    expect(open(2, 2 * DAY)).toBe(false);
    expect(open(2, 4 * DAY - 2)).toBe(false);
    expect(open(2, 4 * DAY - 1)).toBe(true);
  });

  it("is used up by a feedback that was given elsewhere, as in the widget", () => {
    writeJson("FLOW/widget", { n: { lastFeedbackDate: 5 } });
    expect(open(null, 6)).toBe(false);
  });

  it("ignores damaged records", () => {
    writeJson("FLOW/widget", { n: null });
    writeJson("FLOW/link_channels", { n: { firstNow: "yesterday", isLinkChannelDisplayedBefore: true } });
    expect(open(null, 0)).toBe(true);
  });
});

describe("the visitor's session", () => {
  it("continues while the visitor is active, and ends after a pause", () => {
    const first = touchSession(1000);
    expect(touchSession(1000 + 29 * 60_000).id).toBe(first.id);
    expect(touchSession(1000 + 60 * 60_000).id).not.toBe(first.id);
  });
});

describe("a random id", () => {
  it("is a UUID of version 4 also where the browser has no `randomUUID`", () => {
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
    expect(randomId()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
    vi.unstubAllGlobals();
  });
});
