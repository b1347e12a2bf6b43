// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { Document } from "./document";
import { NODE_LAYOUT } from "./layouts";
import { useRecordEditor } from "./useRecordEditor";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Answers for one node, and stores it only when the test says so. */
function startServer(first: Document) {
  let stored = first;
  let revision = 1;
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (address: string, { method, body }: { method: string; body?: string }) => {
    if (address.includes("/check")) return Response.json({ findings: [] });
    if (method === "PUT") {
      await new Promise<void>((resolve) => waiting.push(resolve));
      stored = JSON.parse(body ?? "");
      revision += 1;
      return Response.json({ revision });
    }
    return Response.json(stored, { headers: { etag: `"${revision}"` } });
  });
  return { answer: () => waiting.shift()?.(), isAsked: () => waiting.length > 0 };
}

function startEditor(document: Document) {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const loaded = { document, version: '"1"' };
  return renderHook(() => useRecordEditor("nodes", "shop", NODE_LAYOUT, loaded, false), { wrapper }).result;
}

it("keeps what is typed while the record is stored", async () => {
  const node = { id: "shop", flow_id: "visit", name: "Shop" };
  const server = startServer(node);
  const editor = startEditor(node);
  act(() => editor.current.change(["name"], "My shop"));
  act(() => editor.current.save.mutate());
  await waitFor(() => expect(server.isAsked()).toBe(true));
  act(() => editor.current.change(["time_zone"], "Europe/Istanbul"));
  server.answer();
  await waitFor(() => expect(editor.current.save.isSuccess).toBe(true));
  expect(editor.current.base.document).toEqual({ ...node, name: "My shop" });
  expect(editor.current.document).toEqual({ ...node, name: "My shop", time_zone: "Europe/Istanbul" });
  expect(editor.current.isDirty).toBe(true);
});

it("keeps a text of the rest that cannot be stored, until it is discarded", () => {
  const node = { id: "shop", flow_id: "visit" };
  startServer(node);
  const editor = startEditor(node);
  act(() => editor.current.setBadRest({ typed: "{", problem: "No JSON" }));
  act(() => editor.current.takeTheirs({ path: ["name"], mine: undefined, theirs: "Shop" }));
  expect(editor.current.badRest?.typed).toBe("{");
  expect(editor.current.isDirty).toBe(true);
  act(() => editor.current.discard());
  expect(editor.current.badRest).toBeNull();
  expect(editor.current.isDirty).toBe(false);
});
