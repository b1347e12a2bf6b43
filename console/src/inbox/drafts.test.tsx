// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeWhenKept, useDraft } from "./drafts";

const NAME = "pulsen-console-drafts";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

const stored = (): Record<string, { body: string }> => JSON.parse(localStorage.getItem(NAME) ?? "{}");

const draftOf = (user: string, chat: string) => renderHook(() => useDraft(user, chat)).result;

it("keeps drafts by person and chat", () => {
  const ofAnn = draftOf("ann", "c1");
  act(() => ofAnn.current[1]({ body: "Hello", isNote: false }));
  expect(ofAnn.current[0].body).toBe("Hello");
  expect(draftOf("bob", "c1").current[0].body).toBe("");
  expect(draftOf("ann", "c2").current[0].body).toBe("");
});

it("loses none that another tab stores while something is written here", () => {
  const here = draftOf("ann", "c3");
  act(() => here.current[1]({ body: "Here", isNote: false }));
  localStorage.setItem(NAME, JSON.stringify({ "ann/c4": { body: "There", isNote: false, at: Date.now() } }));
  act(() => void dispatchEvent(Object.assign(new Event("storage"), { key: NAME })));
  expect(draftOf("ann", "c4").current[0].body).toBe("There");
  expect(here.current[0].body).toBe("Here");
  vi.advanceTimersByTime(300);
  expect(stored()).toMatchObject({ "ann/c3": { body: "Here" }, "ann/c4": { body: "There" } });
  // What the other tab has sent is no draft any more.
  localStorage.setItem(NAME, JSON.stringify({ "ann/c3": { body: "Here", isNote: false, at: Date.now() } }));
  act(() => here.current[1]({ body: "", isNote: false }));
  vi.advanceTimersByTime(300);
  expect(stored()).toEqual({});
});

it("keeps a note that was only chosen from turning into a reply", () => {
  const here = draftOf("ann", "c5");
  act(() => here.current[1]({ body: "", isNote: true }));
  vi.advanceTimersByTime(300);
  localStorage.setItem(NAME, JSON.stringify({ "ann/c4": { body: "There", isNote: false, at: Date.now() } }));
  act(() => void dispatchEvent(Object.assign(new Event("storage"), { key: NAME })));
  expect(here.current[0].isNote).toBe(true);
});

it("keeps a draft that is sent until the outbox has it", async () => {
  const draft = draftOf("ann", "c9");
  act(() => draft.current[1]({ body: "Hello", isNote: false }));
  vi.runAllTimers();
  let keep = () => {};
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  act(() => draft.current[1]({ body: "", isNote: false }));
  storeWhenKept(kept);
  vi.runAllTimers();
  dispatchEvent(new Event("pagehide"));
  expect(stored()["ann/c9"]?.body).toBe("Hello");
  keep();
  await vi.runAllTimersAsync();
  expect(stored()["ann/c9"]).toBeUndefined();
  expect(draft.current[0].body).toBe("");
});
