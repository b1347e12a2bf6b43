// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeServer } from "../../http/fakeServer";
import { renderSignedIn } from "../../session/renderSignedIn";
import { WebhookForm } from "./WebhookForm";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("replaces no webhook that somebody else has added meanwhile", async () => {
  const sent = fakeServer(({ call }) => ({
    status: 200,
    body: { items: call.endsWith("/webhooks") ? [{ id: "crm" }] : [], next_cursor: null },
  }));
  renderSignedIn(<WebhookForm onSaved={() => {}} onClose={() => {}} />);
  fireEvent.change(screen.getByLabelText("Short name"), { target: { value: "crm" } });
  fireEvent.change(screen.getByLabelText("Address"), { target: { value: "https://crm.example" } });
  fireEvent.click(screen.getByRole("button", { name: "Add a webhook" }));
  await screen.findByText("This short name is in use already. Choose another one.");
  expect(sent.some(({ call }) => call.startsWith("PUT"))).toBe(false);
});
