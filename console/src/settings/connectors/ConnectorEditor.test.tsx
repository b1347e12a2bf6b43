// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ConnectorEditor } from "./ConnectorEditor";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("stores what was typed as a change of the version that it began with", async () => {
  const versions: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { method, headers }: RequestInit) => {
    if (method === "PUT") versions.push(new Headers(headers).get("if-match"));
    return Response.json({ findings: [], findings_left_out: 0, errors: 0, warnings: 0 });
  });
  const queries = new QueryClient();
  const editor = (version: string) => (
    <QueryClientProvider client={queries}>
      <ConnectorEditor
        connector={{ id: "orders", url: "https://shop.example" }}
        version={version}
        onSaved={() => {}}
        onCancel={() => {}}
      />
    </QueryClientProvider>
  );
  const { rerender } = render(editor('"1"'));
  // Somebody else has stored another version, and the page has loaded it.
  rerender(editor('"2"'));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(versions).toEqual(['"1"']));
});
