// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeServer } from "../../http/fakeServer";
import { renderSignedIn, SESSION } from "../../session/renderSignedIn";
import { ReplyForm } from "./ReplyForm";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const REPLY = {
  id: "hours",
  title: "Hours",
  body: "From 9 to 5.",
  updated_at: "2026-11-01T09:00:00Z",
  updated_by: "Ann",
};

it.each([
  [null, "All channels"],
  ["closed", "closed"],
])("saves a reply of %s where it was", async (node_id, shown) => {
  const sent = fakeServer(({ call }) =>
    call.startsWith("GET")
      ? { status: 200, body: { items: [{ id: "shop", title: "Shop", archived: false }], next_cursor: null } }
      : { status: 204 },
  );
  // Somebody who is for one channel only.
  const session = { ...SESSION, user: { ...SESSION.user, nodes: ["shop"] } };
  renderSignedIn(<ReplyForm reply={{ ...REPLY, node_id }} onClose={() => {}} />, session);
  await screen.findByRole("option", { name: "Shop" });
  const select = screen.getByLabelText<HTMLSelectElement>("Used in");
  expect(select.selectedOptions[0]?.textContent).toBe(shown);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ node_id }));
});
