// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { keptDraft } from "./draft";

beforeEach(() => window.sessionStorage.clear());

it("keeps the draft of each chat until it is sent", () => {
  keptDraft("a").write("half a sen");
  keptDraft("b").write("other");
  expect([keptDraft("a").read(), keptDraft("b").read(), keptDraft("c").read()]).toEqual([
    "half a sen",
    "other",
    "",
  ]);
  keptDraft("a").write("");
  keptDraft("b").write("");
  expect(window.sessionStorage.length).toBe(0);
});

it("keeps nothing that could not be sent, and survives damage and blocked storage", () => {
  keptDraft("a").write("x".repeat(10_001));
  expect(keptDraft("a").read()).toBe("");
  window.sessionStorage.setItem("FLOW/chat_drafts", '{"a": 7}');
  expect(keptDraft("a").read()).toBe("");
  window.sessionStorage.setItem("FLOW/chat_drafts", "{");
  expect(keptDraft("a").read()).toBe("");
  const blocked = vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  keptDraft("a").write("text");
  expect(keptDraft("a").read()).toBe("");
  blocked.mockRestore();
});
