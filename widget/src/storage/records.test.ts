import { beforeEach, describe, expect, it, vi } from "vitest";
import { readCache } from "./cache";
import { recordSubmitted, removeFeedback, storedFeedbackId, storeFeedback } from "./feedbackRecords";
import { isLinkUsedUp } from "./linkChannels";
import { readRecord, removeEntry } from "./localStore";
import { randomId } from "./randomId";
import { touchSession } from "./visitor";

const DAY = 24 * 60 * 60_000;

beforeEach(() => {
  for (const name of ["incomplete", "link_channels", "session", "widget"]) removeEntry(`FLOW/${name}`);
});

describe("partial saves", () => {
  it("are found by node and flow, and a later one replaces an earlier one", () => {
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
  it("leaves its id, and its time only where the node asks for one per visitor", () => {
    recordSubmitted("open", "f1", false, 5);
    recordSubmitted("once", "f2", true, 7);

    expect(readCache("submitted/open")).toBe("f1");
    expect(readCache("submitted/once")).toBe("f2");
    expect(readRecord("FLOW/widget")).toEqual({ once: { lastFeedbackDate: 7 } });
  });
});

describe("a link page that takes one feedback per visitor", () => {
  it("can be opened again until it is answered", () => {
    expect(isLinkUsedUp("n", null, 0)).toBe(false);
    expect(isLinkUsedUp("n", null, 1)).toBe(false);
    recordSubmitted("n", "f", true, 2);
    expect(isLinkUsedUp("n", null, 3)).toBe(true);
    expect(isLinkUsedUp("another", null, 3)).toBe(false);
  });

  it("asks again when its days are over; without days never", () => {
    isLinkUsedUp("n", 2, 0);
    recordSubmitted("n", "f", true, 1);
    expect(isLinkUsedUp("n", 0, 1000 * DAY)).toBe(true);
    expect(isLinkUsedUp("n", 2, 2 * DAY - 1)).toBe(true);
    expect(isLinkUsedUp("n", 2, 2 * DAY)).toBe(false);
  });
});

describe("the visitor's session", () => {
  it("goes on while the visitor stays, and begins anew after a pause", () => {
    const first = touchSession(1000);
    expect(touchSession(1000 + 29 * 60_000).id).toBe(first.id);
    expect(touchSession(1000 + 60 * 60_000).id).not.toBe(first.id);
  });
});

describe("a random id", () => {
  it("is a UUID of version 4 also where the browser makes none", () => {
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
    expect(randomId()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
    vi.unstubAllGlobals();
  });
});
