// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderSignedIn } from "../session/renderSignedIn";
import { NewChannel } from "./NewChannel";

const navigate = vi.hoisted(() => vi.fn());
vi.mock("@tanstack/react-router", () => ({ useNavigate: () => navigate }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("creates a widget once where the answer of the first try was lost", async () => {
  const stored = new Set<string>();
  let isLost = true;
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    if (method !== "PUT") return Response.json({ items: [], next_cursor: null });
    if (stored.has(address)) return Response.json({ code: "changed" }, { status: 412 });
    stored.add(address);
    if (!isLost) return Response.json({ revision: 1 });
    isLost = false;
    throw new TypeError("Failed to fetch");
  });
  renderSignedIn(<NewChannel nodeId="shop" onClose={() => {}} />);
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Shop" } });
  fireEvent.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByRole("alert");
  fireEvent.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(navigate).toHaveBeenCalled());
  expect(stored.size).toBe(1);
});
