// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Boot } from "../boot";
import { bootForTests, embedFlow } from "../bootForTests";
import { loadEngineForTests, repositoryFile } from "../engine/loadForTests";
import { activeChat, keepActiveChat } from "../storage/chatRecords";
import { removeEntry } from "../storage/localStore";
import { startContent } from "./content";
import { Frame } from "./Frame";
import type { Host } from "./host";
import type { FrameMessage, HostMessage } from "./protocol";

vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine: async () => loadEngineForTests(),
}));

// The chat's files are compiled when they are first asked for, which a busy machine takes its time for.
configure({ asyncUtilTimeout: 20_000 });

const fetched = vi.fn();

beforeEach(() => {
  removeEntry("FLOW/widget");
  vi.stubGlobal("fetch", fetched);
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
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

describe("the widget's frame", () => {
  it("says that it is ready before anything else, while the flow is still on its way", async () => {
    const { said } = show();
    expect(said.map(({ type }) => type)).toEqual(["ready", "height", "page_state"]);
    expect(screen.getByRole("status").textContent).toBe("Loading…");
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
  });

  it("shows the flow in the widget's language, with languages and branding in its footer", async () => {
    show({ language: "tr" });
    expect(await screen.findByText("Bugünkü ziyaretiniz nasıldı?")).toBeTruthy();
    expect(screen.getByRole("button", { name: "English" })).toBeTruthy();
    expect(screen.getByRole("link", { name: /Pulsen/ })).toBeTruthy();
  });

  it("has its back button in the header, from the second page on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    show();
    await act(async () => vi.advanceTimersByTimeAsync(0));
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
    fireEvent.click(screen.getByLabelText("Just fine"));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    await act(async () => vi.advanceTimersByTimeAsync(250));
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText<HTMLInputElement>("Just fine").checked).toBe(true);
  });

  it("asks to be closed by its button", () => {
    const { said } = show();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(said.at(-1)).toEqual({ type: "close" });
  });

  it("says what went wrong within itself, so that it can still be closed", async () => {
    show({}, { flow: null, error: "not_found" });
    expect(await screen.findByText("404 Not Found")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Close" })).toBeTruthy();
  });
});

describe("a chat that the visitor had", () => {
  beforeEach(() => keepActiveChat("demo-node", { feedbackId: "f", token: "secret" }));

  it("is there again, without the flow's languages, and its token stays in here", async () => {
    fetched.mockResolvedValue(chatAnswer("open"));
    const { said } = show();
    expect(await screen.findByRole("log")).toBeTruthy();
    expect(screen.getByRole("button", { name: "End chat" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Türkçe" })).toBeNull();
    expect(said).toContainEqual({ type: "page_state", state: "chat" });
    expect(JSON.stringify(said)).not.toContain("secret");
    const [, { headers }] = fetched.mock.calls[0] ?? [];
    expect(headers["X-Chat-Token"]).toBe("secret");
  });

  it("is left for a new feedback once it is over", async () => {
    fetched.mockResolvedValue(chatAnswer("closed"));
    show();
    fireEvent.click(await screen.findByRole("button", { name: "New feedback" }));
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
    expect(activeChat("demo-node")).toBeUndefined();
  });

  it("without its token is a system error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    keepActiveChat("demo-node", { feedbackId: "f", token: "" });
    show();
    expect(await screen.findByText("Something went wrong. Please try again later.")).toBeTruthy();
    vi.restoreAllMocks();
  });
});

function show(hello: Partial<Host["hello"]> = {}, change: Partial<Boot> = {}) {
  const said: FrameMessage[] = [];
  const listeners = new Set<(message: HostMessage) => void>();
  const host: Host = {
    hello: {
      originUrl: "https://host.example/",
      query: "",
      language: null,
      open: true,
      ...hello,
    } as Host["hello"],
    send: (message) => said.push(message),
    isOpen: () => true,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const boot = bootForTests({
    route: "widget",
    widget: JSON.parse(repositoryFile("examples/widgets/PSN-DEMO123.json")),
    node: JSON.parse(repositoryFile("examples/nodes/demo-node.json")),
    flow: embedFlow("examples/flows/demo-flow.json"),
    api_base: "https://pulsen.example",
    ...change,
  });
  render(<Frame boot={boot} host={host} content={startContent(boot, host)} language="en" />);
  return { said };
}

function chatAnswer(status: string) {
  const detail = { node: { name: "Fener Coffee" }, responses: [], status, timeline_items: [], cursor: "1" };
  return new Response(JSON.stringify({ ...detail, created_at: "2026-11-21T10:00:00Z" }));
}
