// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadEngineForTests } from "../engine/loadForTests";
import { chatsOf, keepActiveChat } from "../storage/chatRecords";
import { storedFeedbackId, storeFeedback } from "../storage/feedbackRecords";
import { readRecord, removeEntries, writeJson } from "../storage/localStore";
import { updateNodeHistory } from "../storage/nodeHistory";
import { forgetOwner, NOBODY, presentOwner } from "../storage/owner";
import { deviceId, keepVisitor } from "../storage/visitor";
import { chatResponse, showFrame } from "./frameForTests";

vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine: async () => loadEngineForTests(),
}));

// The chat's modules are compiled on first use, which takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

const NODE = "demo-node";
const FIRST_QUESTION = "How was your visit today?";
const ALICE = identify({ external_id: "alice@example.com" });
const BOB = identify({ external_id: "bob" });
const fetched = vi.fn();

function identify(customer: object | null) {
  return { type: "identify", customer, attributes: null, jws: null } as const;
}

beforeEach(() => {
  removeEntries(() => true);
  forgetOwner();
  fetched.mockImplementation(async (address: string) =>
    address.includes("previous_feedbacks")
      ? new Response(JSON.stringify({ items: [{ id: "hers", status: "open", unread: 2 }] }))
      : chatResponse("open"),
  );
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
});

/** Shows the frame to Alice, who has a chat. */
async function showAlicesChat() {
  const frame = showFrame({ identity: ALICE });
  keepActiveChat(NODE, { feedbackId: "hers", token: "token" });
  act(() => frame.tell({ type: "open_chat" }));
  await screen.findByRole("log");
  return frame;
}

const asked = () => fetched.mock.calls.map(([address]) => String(address));

it("another person sees nothing of a chat, on this page nor on the next one", async () => {
  const { tell, sent } = await showAlicesChat();
  act(() => tell(BOB));
  expect(screen.queryByRole("log")).toBeNull();
  expect(await screen.findByText(FIRST_QUESTION)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Previous feedback" })).toBeNull();
  expect(chatsOf(NODE)).toEqual([]);
  // Somebody's chat continues in this browser.
  expect(sent.filter(({ type }) => type === "has_chat").at(-1)).toEqual({ type: "has_chat", hasChat: true });
  cleanup();

  fetched.mockClear();
  showFrame({ identity: BOB });
  expect(await screen.findByText(FIRST_QUESTION)).toBeTruthy();
  expect(asked().filter((address) => address.includes("hers"))).toEqual([]);
  cleanup();

  showFrame({ identity: ALICE });
  expect(await screen.findByRole("log")).toBeTruthy();
});

it("who has logged out is nobody, who sees nothing of it either", async () => {
  const { tell } = await showAlicesChat();
  act(() => tell(identify(null)));
  expect(await screen.findByText(FIRST_QUESTION)).toBeTruthy();
  expect(chatsOf(NODE)).toEqual([]);
});

it("unread replies of another person do not count", async () => {
  showFrame({ identity: ALICE });
  keepActiveChat(NODE, { feedbackId: "hers", token: "token" });
  cleanup();
  forgetOwner();
  const { tell, sent } = showFrame({ identity: ALICE, open: false });
  updateNodeHistory(NODE, ({ activeChat: _, ...others }) => others);
  act(() => document.dispatchEvent(new Event("visibilitychange")) as unknown as undefined);
  await vi.waitFor(() => expect(sent).toContainEqual({ type: "chat_state", unread: 2 }));
  act(() => tell(BOB));
  expect(sent.filter(({ type }) => type === "chat_state").at(-1)).toEqual({ type: "chat_state", unread: 0 });
});

it("nor do those that were counted for another person, but are known only now", async () => {
  showFrame({ identity: ALICE });
  keepActiveChat(NODE, { feedbackId: "hers", token: "token" });
  updateNodeHistory(NODE, ({ activeChat: _, ...others }) => others);
  cleanup();
  forgetOwner();
  let answer = (_: Response) => {};
  const late = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  fetched.mockReset().mockReturnValue(late);
  const { tell, sent } = showFrame({ identity: ALICE });
  await vi.waitFor(() => expect(asked().at(-1)).toContain("previous_feedbacks"), { timeout: 20_000 });
  act(() => tell(BOB));
  answer(new Response(JSON.stringify({ items: [{ id: "hers", status: "open", unread: 2 }] })));
  expect(await screen.findByText(FIRST_QUESTION)).toBeTruthy();
  expect(sent.filter(({ type }) => type === "chat_state")).toEqual([]);
  expect(readRecord("FLOW/widget")).not.toHaveProperty(`${NODE}@${presentOwner().person}`);
});

it("half-given answers are another person's, who does not get them", async () => {
  const { tell } = showFrame({ identity: ALICE });
  storeFeedback({ feedbackId: "half", nodeId: NODE, flowId: "demo-flow" });
  fireEvent.click(await screen.findByLabelText("Just fine"));
  await vi.waitFor(() => expect(Object.keys(readRecord("FLOW/runs"))).toHaveLength(1));
  act(() => tell(BOB));
  await vi.waitFor(async () =>
    expect((await screen.findByLabelText<HTMLInputElement>("Just fine")).checked).toBe(false),
  );
  expect(screen.queryByText(/^Welcome back/)).toBeNull();
  expect(storedFeedbackId(NODE, "demo-flow")).toBeUndefined();

  act(() => tell(ALICE));
  expect(await screen.findByText(/^Welcome back/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Just fine").checked).toBe(true);
  expect(storedFeedbackId(NODE, "demo-flow")).toBe("half");
});

it("a run without an owner goes to the person who logs in", async () => {
  keepActiveChat(NODE, { feedbackId: "begun", token: "token" });
  updateNodeHistory(NODE, ({ activeChat: _, ...others }) => others);
  const { tell } = showFrame();
  fireEvent.click(await screen.findByRole("button", { name: "New feedback" }));
  fireEvent.click(await screen.findByLabelText("Just fine"));
  await vi.waitFor(() => expect(Object.keys(readRecord("FLOW/runs"))).toEqual(["demo-node/demo-flow"]));
  act(() => tell(BOB));
  expect(screen.getByLabelText<HTMLInputElement>("Just fine").checked).toBe(true);
  expect(chatsOf(NODE).map(({ feedbackId }) => feedbackId)).toEqual(["begun"]);
  expect(chatsOf(NODE, NOBODY)).toEqual([]);
  expect(Object.keys(readRecord("FLOW/runs"))).toEqual([`demo-node/demo-flow@${presentOwner().person}`]);
});

it("no id of a person is stored as it is", async () => {
  await showAlicesChat();
  expect(JSON.stringify({ ...localStorage })).not.toContain("alice");
});

it("after a log out the browser knows nobody, but what waits is kept", async () => {
  const { tell, sent } = await showAlicesChat();
  keepVisitor(Date.now());
  const device = deviceId();
  updateNodeHistory(NODE, (before) => ({ ...before, lastFeedbackDate: 5 }), NOBODY);
  storeFeedback({ feedbackId: "half", nodeId: NODE, flowId: "demo-flow" });
  writeJson("FLOW/left", { run: { submission: { key: "k" } } });
  sessionStorage.setItem("FLOW/chat_drafts", '{"hers": "I am"}');
  act(() => tell({ type: "reset" }));
  await vi.waitFor(() => expect(sent).toContainEqual({ type: "erased" }));
  expect(await screen.findByText(FIRST_QUESTION)).toBeTruthy();
  expect(deviceId()).toBe(device);
  expect(readRecord("FLOW/widget")).toEqual({ [NODE]: { lastFeedbackDate: 5 } });
  expect(readRecord("FLOW/left")).toEqual({ run: { submission: { key: "k" }, person: "-" } });
  expect(localStorage.getItem("FLOW/incomplete")).toBeNull();
  expect(sessionStorage.getItem("FLOW/chat_drafts")).toBeNull();
});
