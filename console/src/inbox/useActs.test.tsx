// @vitest-environment happy-dom
import type { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderSignedIn } from "../session/renderSignedIn";
import { sessionQuery } from "../session/session";
import { ToastProvider } from "../ui/Toasts";
import { anItem } from "./fixtures";
import { findItem, listQuery, takeChanges } from "./list";
import { type Acts, useActs } from "./useActs";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Draws what acts, for Ann, in a list with one chat. */
function draw(answer: (address: string, request: { body: string }) => Promise<Response>): {
  acts: Acts;
  queries: QueryClient;
} {
  vi.stubGlobal("fetch", answer);
  let acts: Acts | undefined;
  function Probe() {
    acts = useActs();
    return null;
  }
  const queries = renderSignedIn(
    <ToastProvider>
      <Probe />
    </ToastProvider>,
  );
  queries.setQueryData(listQuery({ view: "all" }).queryKey, {
    pages: [{ items: [anItem()], next: {} }],
    pageParams: [null],
  });
  if (!acts) throw new Error("It is drawn.");
  return { acts, queries };
}

const refusal = (status: number, code: string) => Response.json({ title: "No", code, status }, { status });

it("takes back what is refused", async () => {
  const { acts, queries } = draw(async () => refusal(409, "chat_not_open"));
  const done = acts.run("c1", { kind: "claim" });
  expect(findItem(queries, "c1")?.assigned_to).toBe("Ann");
  expect(await done).toBe(false);
  expect(findItem(queries, "c1")?.assigned_to).toBeNull();
});

it("keeps what the server has said meanwhile, such as that a colleague was faster", async () => {
  const { acts, queries } = draw(async () => {
    takeChanges(queries, [anItem({ assigned_to: "Bob" })], "Ann");
    return refusal(409, "assigned");
  });
  expect(await acts.run("c1", { kind: "claim" })).toBe(false);
  expect(findItem(queries, "c1")?.assigned_to).toBe("Bob");
});

const NAMES = Array.from({ length: 450 }, (_, at) => `c${at}`);

/** Answers acts in many chats as the server does, and fails from a part on. */
function answerParts(sizes: number[], failing = Number.POSITIVE_INFINITY) {
  return async (_: string, { body }: { body: string }) => {
    const { feedback_ids } = JSON.parse(body) as { feedback_ids: string[] };
    if (sizes.push(feedback_ids.length) >= failing) return refusal(503, "busy");
    return Response.json({ items: feedback_ids.map((feedback_id) => ({ feedback_id })) });
  };
}

it("acts in more chats than the server takes at once, part by part, and says it once", async () => {
  const sizes: number[] = [];
  const { acts } = draw(answerParts(sizes));
  expect(await acts.runInMany(NAMES, { kind: "read" })).toBe(true);
  expect(sizes).toEqual([200, 200, 50]);
  expect(await screen.findAllByText(/^Done/)).toHaveLength(1);
  expect(screen.getByText("Done in 450 chats.")).toBeTruthy();
});

it("says in how many chats it was done where a part fails", async () => {
  const sizes: number[] = [];
  const { acts } = draw(answerParts(sizes, 2));
  expect(await acts.runInMany(NAMES, { kind: "read" })).toBe(false);
  expect(sizes).toEqual([200, 200]);
  expect(
    await screen.findByText(/^Done in 200 of 450 chats\. The others: The server is too busy/),
  ).toBeTruthy();
});

it("is as unread as the server says where reading could not be told", async () => {
  const { acts, queries } = draw(async () => refusal(503, "busy"));
  takeChanges(queries, [anItem({ unread: 3 })], "Ann");
  const done = acts.read("c1", "2.h");
  expect(findItem(queries, "c1")?.unread).toBe(0);
  expect(await done).toBe(false);
  expect(findItem(queries, "c1")?.unread).toBe(3);
});

it("leaves a session that has ended", async () => {
  const { acts, queries } = draw(async () => refusal(401, "not_signed_in"));
  // What the frame does then.
  cleanup();
  await acts.run("c1", { kind: "claim" });
  expect(queries.getQueryData(sessionQuery.queryKey)?.session).toBeNull();
});
