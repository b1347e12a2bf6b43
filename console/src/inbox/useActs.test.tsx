// @vitest-environment happy-dom
import type { QueryClient } from "@tanstack/react-query";
import { cleanup } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderSignedIn } from "../session/renderSignedIn";
import { sessionQuery } from "../session/session";
import { anItem } from "./fixtures";
import { findItem, listQuery, takeChanges } from "./list";
import { type Acts, useActs } from "./useActs";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Draws what acts, for Ann, in a list with one chat. */
function draw(answer: () => Promise<Response>): { acts: Acts; queries: QueryClient } {
  vi.stubGlobal("fetch", answer);
  let acts: Acts | undefined;
  function Probe() {
    acts = useActs();
    return null;
  }
  const queries = renderSignedIn(<Probe />);
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

it("leaves a session that has ended", async () => {
  const { acts, queries } = draw(async () => refusal(401, "not_signed_in"));
  // What the frame does then.
  cleanup();
  await acts.run("c1", { kind: "claim" });
  expect(queries.getQueryData(sessionQuery.queryKey)?.session).toBeNull();
});
