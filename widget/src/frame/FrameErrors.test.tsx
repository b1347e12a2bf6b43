// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeEntry } from "../storage/localStore";
import { showFrame } from "./frameForTests";

const loadEngine = vi.hoisted(() => vi.fn());
vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine,
}));
const reloadPage = vi.hoisted(() => vi.fn());
vi.mock("../errors/reloadPage", () => ({ reloadPage }));

configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  removeEntry("FLOW/widget");
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const MESSAGE = "Something went wrong. Please try again later.";

describe("a flow that cannot be started", () => {
  beforeEach(() => {
    loadEngine.mockRejectedValue(new TypeError("Failed to fetch"));
  });

  it("leaves the close button, and can be tried again", async () => {
    const { sent } = showFrame();
    expect(await screen.findByText(MESSAGE)).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toBe(MESSAGE);
    reloadPage.mockResolvedValue(true);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(reloadPage).toHaveBeenCalledOnce();
    expect(screen.getByText("Loading…").closest("[role=status]")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(sent.at(-1)).toEqual({ type: "close" });
  });

  it("says that it still does not work, and keeps the focus on the button", async () => {
    showFrame();
    reloadPage.mockResolvedValue(false);
    const retry = await screen.findByRole("button", { name: "Try again" });
    retry.focus();
    fireEvent.click(retry);
    const status = await screen.findByText("Still not working. Please try again in a moment.");
    expect(status.closest("[role=status]")).toBeTruthy();
    expect(document.activeElement).toBe(retry);
  });
});

it("leaves the close button where a part of the frame cannot be rendered", async () => {
  // A later version of the server may give a reason that this page has no text for.
  const { sent } = showFrame({}, { flow: null, unavailable: { reason: "of a later version" as never } });
  expect(await screen.findByText(MESSAGE)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(sent.at(-1)).toEqual({ type: "close" });
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
