// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadEngineForTests } from "../engine/loadForTests";
import { chatsOf, keepActiveChat, leaveActiveChat, updateChat } from "../storage/chatRecords";
import { removeEntry } from "../storage/localStore";
import { updateNodeHistory } from "../storage/nodeHistory";
import { chatResponse, demoNode, showFrame } from "./frameForTests";

vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine: async () => loadEngineForTests(),
}));

// The chat's modules are compiled on first use, which takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

const NODE = "demo-node";
const fetched = vi.fn();
let items: object[] = [];

beforeEach(() => {
  removeEntry("FLOW/widget");
  items = [
    { id: "new", title: "Too cold", created_at: "2026-03-05T10:00:00Z", status: "open", unread: 2 },
    { id: "old", created_at: "2026-01-02T10:00:00Z", status: "closed", unread: 0 },
  ];
  fetched.mockImplementation(async (address: string) => answer(address));
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
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function answer(address: string): Response {
  if (address.includes("previous_feedbacks")) return new Response(JSON.stringify({ items }));
  return chatResponse("open");
}

/** Gives this browser two chats, of which none is the one to come back to. */
function keepChats() {
  for (const id of ["old", "new"]) keepActiveChat(NODE, { feedbackId: id, token: `token-${id}` });
  leaveActiveChat(NODE);
}

describe("the list of previous feedbacks", () => {
  beforeEach(keepChats);

  it("is what a visitor with chats sees first, with title, date, status and what is unread", async () => {
    const { sent } = showFrame();
    const list = within(await screen.findByRole("list"));
    const [newest, oldest] = list.getAllByRole("button");
    expect(newest?.textContent).toMatch(/^Too cold22 new repliesMarch 5, 2026, .*Open$/);
    expect(oldest?.textContent).toMatch(/^Your feedbackJanuary 2, 2026, .*Closed$/);
    expect(screen.getByRole("heading", { name: "Your previous feedback" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Türkçe" })).toBeNull();
    const [address, { headers }] = fetched.mock.calls[0] ?? [];
    expect(address).toBe("https://pulsen.example/v1/web_widgets/demo-node/previous_feedbacks");
    expect(headers["X-Chat-Tokens"]).toBe("old:token-old:0,new:token-new:0");
    expect(sent).toContainEqual({ type: "chat_state", unread: 2 });
    expect(sent).toContainEqual({ type: "has_chat", hasChat: true });
    expect(JSON.stringify(sent)).not.toContain("token-");
  });

  it("leads to a chat and back to the list, from where the back button leads to the chat", async () => {
    showFrame();
    fireEvent.click(await screen.findByRole("button", { name: /^Too cold/ }));
    expect(await screen.findByRole("log")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Previous feedback" }));
    expect(await screen.findByRole("list")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByRole("log")).toBeTruthy();
  });

  it("leads to a new feedback, which is as it was after another look at the list", async () => {
    showFrame();
    fireEvent.click(await screen.findByRole("button", { name: "New feedback" }));
    fireEvent.click(await screen.findByLabelText("Just fine"));
    fireEvent.click(screen.getByRole("button", { name: /^Previous feedback/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Back" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Just fine")).checked).toBe(true);
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  });

  it("is there for a visitor who may give feedback only once, without another feedback", async () => {
    updateNodeHistory(NODE, (before) => ({ ...before, lastFeedbackDate: Date.now() }));
    showFrame({}, { node: { ...demoNode(), prevent_multiple_feedback: true } });
    expect(await screen.findByRole("list")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "New feedback" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByText("You have already given your feedback. Thank you!")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^Previous feedback/ }));
    expect(await screen.findByRole("list")).toBeTruthy();
  });

  it("forgets no chat whose token is no longer good, but does not come back to it", async () => {
    items = items.slice(1);
    showFrame();
    const list = within(await screen.findByRole("list"));
    expect(list.getAllByRole("button")).toHaveLength(1);
    expect(chatsOf(NODE).map(({ status }) => status)).toEqual(["closed", "refused"]);
  });

  it("says that it is empty, and that it could not be loaded", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    fetched.mockImplementation(async () => new Response("{}", { status: 503 }));
    showFrame();
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Your previous feedback could not be loaded.",
    );
    items = [];
    fetched.mockImplementation(async (address: string) => answer(address));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("You have no previous feedback.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "New feedback" })).toBeTruthy();
    vi.restoreAllMocks();
  });
});

describe("coming back", () => {
  it("opens the active chat, and counts what is unread in the others", async () => {
    keepChats();
    keepActiveChat(NODE, { feedbackId: "old", token: "token-old" });
    items = [{ id: "new", status: "open", unread: 3 }];
    const { sent } = showFrame();
    expect(await screen.findByRole("log")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Previous feedback (3)" })).toBeTruthy();
    await vi.waitFor(() => expect(sent).toContainEqual({ type: "chat_state", unread: 3 }));
  });

  it("does not lead to a chat that is over or refused", async () => {
    keepActiveChat(NODE, { feedbackId: "old", token: "token-old" });
    updateChat(NODE, "old", { status: "archived" });
    items = items.slice(1);
    showFrame();
    expect(await screen.findByRole("list")).toBeTruthy();
    cleanup();

    removeEntry("FLOW/widget");
    keepActiveChat(NODE, { feedbackId: "gone", token: "token-gone" });
    fetched.mockImplementation(async () => new Response("{}", { status: 401 }));
    showFrame();
    expect((await screen.findByRole("alert")).textContent).toBe("The chat could not be loaded.");
    expect(chatsOf(NODE)).toMatchObject([{ feedbackId: "gone", status: "refused" }]);
    fireEvent.click(screen.getByRole("button", { name: "New feedback" }));
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
  });

  it("starts with the flow where the only chat was refused, and offers that again should it be good after all", async () => {
    keepActiveChat(NODE, { feedbackId: "old", token: "token-old" });
    updateChat(NODE, "old", { status: "refused" });
    items = [];
    showFrame();
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Previous feedback" })).toBeNull();
    cleanup();

    items = [{ id: "old", status: "open", unread: 1 }];
    showFrame();
    expect(await screen.findByRole("button", { name: "Previous feedback (1)" })).toBeTruthy();
  });

  it("remembers how far the visitor has seen a chat", async () => {
    keepActiveChat(NODE, { feedbackId: "new", token: "token-new" });
    const detail = JSON.parse(await chatResponse("open").text());
    const comment = { body: "Hello", created_at: "2026-11-21T10:01:00Z" };
    detail.timeline_items = [
      { id: "m1", position: 3, action: "add_comment", actor: "staff", detail: { comment } },
    ];
    detail.cursor = "4";
    fetched.mockImplementation(async () => new Response(JSON.stringify(detail)));
    showFrame();
    expect(await screen.findByText("Hello")).toBeTruthy();
    expect(chatsOf(NODE)).toMatchObject([{ feedbackId: "new", status: "open", seen: "4" }]);
  });

  it("obeys the host: the newest open chat, or else the list, or else the flow", async () => {
    const { tell } = showFrame();
    expect(await screen.findByText("How was your visit today?")).toBeTruthy();
    act(() => tell({ type: "open_chat" }));
    expect(screen.getByText("How was your visit today?")).toBeTruthy();

    keepChats();
    updateChat(NODE, "new", { status: "closed" });
    updateChat(NODE, "old", { status: "closed" });
    act(() => tell({ type: "open_chat" }));
    expect(await screen.findByRole("list")).toBeTruthy();

    updateChat(NODE, "new", { status: "open" });
    act(() => tell({ type: "open_chat" }));
    expect(await screen.findByRole("log")).toBeTruthy();
    const asked = fetched.mock.calls.map(([address]) => address);
    expect(asked.at(-1)).toBe("https://pulsen.example/v1/feedbacks/new/chat?people=apart");
  });
});
