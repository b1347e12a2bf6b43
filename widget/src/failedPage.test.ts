// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { showFailedPage } from "./failedPage";

const reloadPage = vi.hoisted(() => vi.fn());
vi.mock("./errors/reloadPage", () => ({ reloadPage }));

const READY = [{ type: "ready" }, { type: "height", height: 0 }];

describe("a frame whose script cannot be loaded", () => {
  it("answers the loader, and can be closed and tried again", async () => {
    const root = document.createElement("div");
    document.body.append(root);
    const { port1, port2 } = new MessageChannel();
    const received: unknown[] = [];
    port1.onmessage = ({ data }) => received.push(data);
    showFailedPage(root, "tr", undefined, { hello: { open: false } as never, port: port2 });
    await vi.waitFor(() => expect(received).toEqual(READY));
    expect(root.inert).toBe(true);
    port1.postMessage({ type: "visibility", open: true });
    await vi.waitFor(() => expect(root.inert).toBe(false));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    fireEvent.keyDown(window, { key: "Escape" });
    await vi.waitFor(() => expect(received).toEqual([...READY, { type: "close" }, { type: "escape" }]));
    reloadPage.mockResolvedValue(false);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Still not working. Please try again in a moment.")).toBeTruthy();
    port1.close();
  });
});
