// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadEngineForTests } from "../engine/loadForTests";
import { activeChat, keepActiveChat } from "../storage/chatRecords";
import { removeEntry } from "../storage/localStore";
import { updateNodeHistory } from "../storage/nodeHistory";
import { chatResponse, demoNode, demoWidget, showFrame as show } from "./frameForTests";

vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine: async () => loadEngineForTests(),
}));

// The chat's modules are compiled on first use, which takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

const DAY_MS = 24 * 60 * 60_000;
const fetched = vi.fn();

beforeEach(() => {
  removeEntry("FLOW/widget");
  removeEntry("FLOW/runs");
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
  it("sends `ready` before any other message, while the flow is still loading", async () => {
    const { sent } = show();
    expect(sent.map(({ type }) => type)).toEqual(["ready", "has_chat", "height", "page_state"]);
    expect(screen.getByRole("status").textContent).toBe("Loading…");
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
  });

  it("shows the flow in the widget's language, with language selector and branding in the footer", async () => {
    show({ language: "tr" });
    expect(await screen.findByText("Bugünkü ziyaretiniz nasıldı?")).toBeTruthy();
    expect(screen.getByRole("button", { name: "English" })).toBeTruthy();
    expect(screen.getByRole("link", { name: /Pulsen/ })).toBeTruthy();
  });

  it("has a back button in the header from the second page on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    show();
    await act(async () => vi.advanceTimersByTimeAsync(0));
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
    fireEvent.click(await vi.waitFor(() => screen.getByLabelText("Just fine")));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    await act(async () => vi.advanceTimersByTimeAsync(250));
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText<HTMLInputElement>("Just fine").checked).toBe(true);
  });

  it("asks the loader to close it when the close button is pressed", () => {
    const { sent } = show();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(sent.at(-1)).toEqual({ type: "close" });
  });

  it("has nothing to close as a part of the host's page, and a header only for what is in it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { sent } = show({ inline: { header: false } });
    await act(async () => vi.advanceTimersByTimeAsync(0));
    expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
    expect(screen.queryByRole("banner")).toBeNull();
    fireEvent.click(await vi.waitFor(() => screen.getByLabelText("Just fine")));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(sent.filter(({ type }) => type === "scroll_to")).toEqual([]);
    await act(async () => vi.advanceTimersByTimeAsync(250));
    expect(screen.getByRole("banner").textContent).toBe("Back");
    expect(sent.filter(({ type }) => type === "scroll_to")).toEqual([
      { type: "scroll_to", top: 0, height: 0 },
    ]);
  });

  it("shows whose questions it asks as a part of the host's page, if the host wants that", async () => {
    show({ inline: { header: true } });
    await screen.findByText("How was your visit today?");
    expect(screen.getByRole("banner").textContent).toContain("Fener Coffee");
  });

  it("does not ask a visitor whose feedback the server would refuse", async () => {
    const node = { ...demoNode(), prevent_multiple_feedback: true, multiple_feedback_delay_period: 7 };
    updateNodeHistory("demo-node", () => ({ lastFeedbackDate: Date.now() - 6 * DAY_MS }));
    show({}, { node });
    expect(await screen.findByText("You have already given your feedback. Thank you!")).toBeTruthy();
    cleanup();

    updateNodeHistory("demo-node", () => ({ lastFeedbackDate: Date.now() - 8 * DAY_MS }));
    show({}, { node });
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
  });

  it("does not ask either where the rule is the widget's, with its own period", async () => {
    const rule = { prevent_multiple_feedback: true, multiple_feedback_delay_period: 30 };
    const widget = { ...demoWidget(), ...rule };
    updateNodeHistory("demo-node", () => ({ lastFeedbackDate: Date.now() - 29 * DAY_MS }));
    show({}, { widget });
    expect(await screen.findByText("You have already given your feedback. Thank you!")).toBeTruthy();
    cleanup();
    updateNodeHistory("demo-node", () => ({ lastFeedbackDate: Date.now() - 31 * DAY_MS }));
    show({}, { widget });
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
  });

  it("goes by what the host page has kept where the browser keeps nothing for a frame", async () => {
    const node = { ...demoNode(), prevent_multiple_feedback: true, multiple_feedback_delay_period: 7 };
    show({ lastFeedbackDate: Date.now() - 6 * DAY_MS }, { node });
    expect(await screen.findByText("You have already given your feedback. Thank you!")).toBeTruthy();
    cleanup();
    show({ lastFeedbackDate: Date.now() - 8 * DAY_MS }, { node });
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
    cleanup();
    show({ lastFeedbackDate: Date.now() });
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
  });

  it("asks the server when it is opened, which may know that the feedback is given", async () => {
    const given = new Date(Date.now() - DAY_MS);
    fetched.mockImplementation(async () =>
      Response.json({ id: "c-1", feedback_given_at: given.toISOString() }),
    );
    const node = { ...demoNode(), prevent_multiple_feedback: true };
    const { sent, tell } = show({}, { node });
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
    act(() => tell({ type: "visibility", open: true }));
    expect(await screen.findByText("You have already given your feedback. Thank you!")).toBeTruthy();
    const [address, { body }] = fetched.mock.calls[0] ?? [];
    expect(address).toBe("https://pulsen.example/v2/web_widgets/demo-node/customers/visit");
    expect(JSON.parse(body)).toEqual({ device_id: expect.any(String), widget_code: "PSN-DEMO123" });
    expect(sent).toContainEqual({
      type: "feedback_given",
      at: given.getTime(),
      deviceId: expect.any(String),
    });
  });

  it("as a form in the host's page asks with the first answer", async () => {
    fetched.mockImplementation(async () => Response.json({ id: "c-1" }));
    const { tell } = show({ inline: { header: true } });
    await screen.findByText("How was your visit today?");
    act(() => tell({ type: "visibility", open: true }));
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(screen.getByLabelText("Just fine"));
    await vi.waitFor(() => expect(fetched.mock.calls[0]?.[0]).toContain("/customers/visit"));
  });

  it("tells the server who the visitor is, as the host page says it", async () => {
    fetched.mockResolvedValue(new Response(JSON.stringify({ id: "c-1" })));
    show({}, {}, { customer: { external_id: "42" }, attributes: { plan: "gold" }, jws: null });
    const visits = () => fetched.mock.calls.map(([address, { body }]) => [address, JSON.parse(body)]);
    await vi.waitFor(() =>
      expect(visits()).toContainEqual([
        "https://pulsen.example/v2/web_widgets/demo-node/customers/visit",
        expect.objectContaining({
          external_id: "42",
          custom_attributes: { plan: "gold" },
          widget_code: "PSN-DEMO123",
        }),
      ]),
    );
  });

  it("shows errors inside the frame, so that the widget can still be closed", async () => {
    show({}, { flow: null, error: "not_found" });
    expect(await screen.findByText("404 Not Found")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Close" })).toBeTruthy();
  });
});

describe("a node that takes no feedback", () => {
  it("says so in the language that the host page asks for", async () => {
    const { tell } = show({}, { flow: null, unavailable: { reason: "not_open_yet" } });
    expect(await screen.findByRole("heading", { name: "This form is not open yet." })).toBeTruthy();
    act(() => tell({ type: "language", language: "tr" }));
    expect(await screen.findByRole("heading", { name: "Bu form henüz açılmadı." })).toBeTruthy();
  });

  it("says why in the frame, which can still be closed", async () => {
    show({}, { flow: null, unavailable: { reason: "not_open_yet", opens_at: "2999-01-01T12:00:00Z" } });
    expect(await screen.findByRole("heading", { name: "This form is not open yet." })).toBeTruthy();
    expect(screen.getByText(/It opens on January 1, 2999/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Close" })).toBeTruthy();
  });

  it("shows the operator's text", async () => {
    show({}, { flow: null, unavailable: { reason: "expired", message: "See you next year!" } });
    expect(await screen.findByRole("heading", { name: "See you next year!" })).toBeTruthy();
  });
});

describe("the visitor's active chat", () => {
  beforeEach(() => keepActiveChat("demo-node", { feedbackId: "f", token: "secret" }));

  it("is shown again, without the flow's language selector, and its token is not sent to the host page", async () => {
    fetched.mockResolvedValue(chatResponse("open"));
    const { sent } = show();
    expect(await screen.findByRole("log")).toBeTruthy();
    expect(screen.getByRole("button", { name: "End chat" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Türkçe" })).toBeNull();
    expect(sent).toContainEqual({ type: "page_state", state: "chat" });
    expect(JSON.stringify(sent)).not.toContain("secret");
    const [, { headers }] = fetched.mock.calls[0] ?? [];
    expect(headers["X-Chat-Token"]).toBe("secret");
  });

  it("follows the language that the host page asks for, and keeps its own where there are no texts", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    fetched.mockResolvedValue(chatResponse("open"));
    const { tell } = show({ language: "de" });
    expect(await screen.findByRole("button", { name: "Chat beenden" })).toBeTruthy();
    act(() => tell({ type: "language", language: "ar" }));
    expect(await screen.findByRole("button", { name: "إنهاء المحادثة" })).toBeTruthy();
    await vi.waitFor(() =>
      expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["ar", "rtl"]),
    );

    act(() => tell({ type: "language", language: "tlh" }));
    await vi.waitFor(() =>
      expect(errors.mock.calls).toEqual([['PSN.setLanguage: there are no texts in "tlh".']]),
    );
    expect(screen.getByRole("button", { name: "إنهاء المحادثة" })).toBeTruthy();
    // Back to the widget's own, which it was before the host said anything.
    act(() => tell({ type: "language", language: "de" }));
    expect(await screen.findByRole("button", { name: "Chat beenden" })).toBeTruthy();
    errors.mockRestore();
  });

  it("can be left for a new feedback when it is closed", async () => {
    fetched.mockResolvedValue(chatResponse("closed"));
    show();
    fireEvent.click(await screen.findByRole("button", { name: "Start a new conversation" }));
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
    expect(activeChat("demo-node")).toBeUndefined();
  });

  it("without its token shows a system error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    keepActiveChat("demo-node", { feedbackId: "f", token: "" });
    show();
    expect(await screen.findByText("Something went wrong. Please try again later.")).toBeTruthy();
    vi.restoreAllMocks();
  });
});
