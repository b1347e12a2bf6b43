// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { mount, posts, provideTestPage, show, type } from "./mountForTests";
import { loadChatTexts } from "./texts/useChatLanguage";
import type { PendingMessage } from "./timeline/pendingMessages";
import { chatDetail, chatNode, message } from "./timeline/testChat";
import type { ChatNode } from "./timeline/wire";

provideTestPage();

describe("a chat", () => {
  it("shows the answers of the feedback, then the messages with their senders", () => {
    show({
      responses: [
        { question_id: "q1", question: "How was it?", style: "radio", answer: "Fine" },
        { question_id: "q2", question: "Receipt", style: "link", answer: "https://example.com/r" },
      ],
      timeline_items: [message("Hello", 1), message("Hi", 2, "customer")],
    });
    const log = within(screen.getByRole("log", { name: "Conversation" }));
    expect(log.getByText("How was it?").nextSibling?.textContent).toBe("Fine");
    const link = log.getByRole("link", { name: /Click to open/ });
    expect(link.getAttribute("href")).toBe("https://example.com/r");
    expect(link.getAttribute("rel")).toBe("nofollow noopener");
    expect(log.getByText("Hello").closest(".bubble")?.textContent).toMatch(/^Fener Coffee: Hello/);
    expect(log.getByText("Hi").closest(".bubble")?.textContent).toMatch(/^You: Hi.*Sent$/);
  });

  it("says that it is loading", () => {
    const { run } = mount();
    expect(screen.getByRole("status").textContent).toBe("Loading the chat…");
    act(() => run.send({ type: "fetched", detail: chatDetail() }));
    expect(screen.getByRole("log")).toBeTruthy();
  });

  it("shows that it could not be loaded, and can be reloaded", () => {
    const { run, effects } = mount();
    act(() => run.send({ type: "fetch_failed", status: 503 }));
    expect(screen.getByRole("alert").textContent).toBe("The chat could not be loaded.");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(effects.at(-1)).toEqual({ type: "fetch_chat", after: undefined, isWatched: true });
    act(() => run.send({ type: "fetch_failed", status: 401 }));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("says that it is gone, where the focus is if the composer had it", () => {
    const gone = (status: number) => ({ type: "fetch_failed", status }) as const;
    const { run } = show();
    screen.getByRole("textbox").focus();
    act(() => run.send(gone(410)));
    expect(document.activeElement).toBe(screen.getByRole("alert").closest("[tabindex]"));
    cleanup();
    const other = show();
    screen.getByRole("button", { name: "End chat" }).focus();
    act(() => other.run.send(gone(401)));
    expect(document.activeElement).not.toBe(screen.getByRole("alert"));
  });

  it("is translated into Turkish", async () => {
    await loadChatTexts("tr");
    show({ status: "closed" }, { language: "tr" });
    expect(screen.getByText("Bu sohbet kapatıldı.")).toBeTruthy();
    expect(screen.getByRole("log", { name: "Konuşma" })).toBeTruthy();
  });
});

describe("the composer", () => {
  it("sends on Enter, not with Shift nor during input composition", () => {
    const { effects } = show();
    const box = type("hello");
    fireEvent.keyDown(box, { key: "Enter", shiftKey: true });
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    // Safari ends the composition before the key that confirms it.
    fireEvent.keyDown(box, { key: "Enter", keyCode: 229 });
    expect(posts(effects)).toEqual([]);

    fireEvent.keyDown(box, { key: "Enter" });
    expect(posts(effects)).toEqual(["hello"]);
    expect(box.value).toBe("");
    expect(screen.getByText("hello").closest(".bubble")?.textContent).toContain("Sending");
  });

  it("sends with its button, which is disabled without text", () => {
    const { effects } = show();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Send" });
    expect(button.disabled).toBe(true);
    type("   ");
    expect(button.disabled).toBe(true);
    type("hello");
    fireEvent.click(button);
    expect(posts(effects)).toEqual(["hello"]);
  });

  it("is disabled in a queued chat, and says why", () => {
    show({ status: "queued" });
    const box = screen.getByRole<HTMLTextAreaElement>("textbox");
    expect(box.disabled).toBe(true);
    const note = document.getElementById(box.getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("You can write as soon as someone from the team joins.");
  });

  it.each([
    ["closed", "This chat has been closed."],
    ["archived", "You ended this chat."],
  ] as const)("gives way to a new conversation in a chat that is %s", (status, note) => {
    const onNew = vi.fn();
    show({ status }, { onNew });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByText(note)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Start a new conversation" }));
    expect(onNew).toHaveBeenCalledOnce();
  });

  it("leaves nothing in its place where no new conversation can begin", () => {
    show({ status: "closed" });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Start a new conversation" })).toBeNull();
  });

  it("is hidden outside working hours, and keeps the draft", () => {
    const { run } = show();
    type("draft");
    const node = { operating: false, operating_24_7: false };
    const fetch = (node: ChatNode) => run.send({ type: "fetched", detail: chatDetail({ node }) });
    act(() => fetch(chatNode(node)));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByText(/outside our working hours/)).toBeTruthy();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-28T12:00:00Z") });
    act(() => fetch(chatNode({ ...node, opens_at: "2026-11-30T09:00:00+01:00" })));
    expect(screen.getByText(/^We are back on Monday at 9:00/)).toBeTruthy();
    act(() => fetch(chatNode({ ...node, opens_at: "2026-11-28T15:00:00+01:00" })));
    expect(screen.getByText(/^We are back today at 3:00/)).toBeTruthy();
    vi.useRealTimers();
    act(() => fetch(chatNode()));
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("draft");
  });
});

describe("the visitor sees", () => {
  it("that they are in the queue, in the business's text or ours", () => {
    show({ status: "queued", chat_queue_body: "Two before you." });
    expect(screen.getByText("Two before you.")).toBeTruthy();
    cleanup();
    show({ status: "queued" });
    expect(screen.getByText(/You are in the queue/)).toBeTruthy();
  });

  it("their feedback, folded where messages follow it", () => {
    const responses = [{ question_id: "q1", question: "How was it?", style: "radio", answer: "Fine" }];
    const card = () => screen.getByText("Your feedback").closest("details") as HTMLDetailsElement;
    const { run } = show({ responses });
    expect(card().open).toBe(true);
    const timeline_items = [message("Hello", 1)];
    act(() => run.send({ type: "fetched", detail: chatDetail({ responses, timeline_items }) }));
    expect(card().open, "nothing moves before the reader's eyes").toBe(true);
    cleanup();
    show({ responses, timeline_items });
    expect(card().open).toBe(false);
  });

  it("a message that could not be sent, and can retry it", () => {
    const { run, effects } = show();
    fireEvent.keyDown(type("hello"), { key: "Enter" });
    const [message] = run.state().pendingMessages;
    const failed = { ...message, state: "failed" } as PendingMessage;
    act(() => run.send({ type: "kept", messages: [failed] }));
    const failure = document.querySelector<HTMLElement>(".bubble__failure") as HTMLElement;
    expect(failure.textContent).toContain("Not sent");
    fireEvent.click(within(failure).getByRole("button", { name: "Try again" }));
    expect(effects.at(-1)).toEqual({ type: "retry_message", clientKey: failed.clientKey });
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
  });

  it("that the connection is lost, and that the device is offline", () => {
    const { run } = show();
    act(() => run.send({ type: "disconnected" }));
    act(() => run.send({ type: "timer", timer: "notice" }));
    expect(screen.getByText(/Reconnecting/)).toBeTruthy();
    act(() => run.send({ type: "network", online: false }));
    expect(screen.getByText(/You are offline/)).toBeTruthy();
  });
});

describe("ending the chat", () => {
  it("needs a confirmation; 'Keep chatting' and a click beside the dialog cancel it", () => {
    const { effects } = show();
    const dialog = document.querySelector("dialog") as HTMLDialogElement;
    const open = () => fireEvent.click(dialog.previousElementSibling as HTMLElement);
    open();
    fireEvent.click(within(dialog).getByText("Keep chatting"));
    expect(dialog.open).toBe(false);
    open();
    fireEvent.click(dialog);
    expect(dialog.open).toBe(false);
    expect(effects.some(({ type }) => type === "archive")).toBe(false);
    open();
    fireEvent.click(within(dialog).getByText("End chat"));
    expect(effects.at(-1)).toEqual({ type: "archive" });
  });

  it("leaves the focus in the chat when staff accept it while the visitor thinks of leaving the queue", () => {
    const { run } = show({ status: "queued", queue_place: 2 });
    screen.getByRole("button", { name: "Leave the queue" }).focus();
    act(() => run.send({ type: "fetched", detail: chatDetail({ status: "open" }) }));
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(screen.getByRole("log"))).toBe(true);
  });

  it("is how a visitor leaves the queue", () => {
    const { effects } = show({ status: "queued", queue_place: 2 });
    fireEvent.click(screen.getByRole("button", { name: "Leave the queue" }));
    const dialog = document.querySelector("dialog") as HTMLDialogElement;
    expect(dialog.textContent).toContain("You will lose your place.");
    fireEvent.click(within(dialog).getByText("Leave the queue"));
    expect(effects.at(-1)).toEqual({ type: "archive" });
  });

  it("is only possible while the chat is open", () => {
    const { run } = show();
    act(() => run.send({ type: "archive" }));
    act(() => run.send({ type: "archived", status: "archived" }));
    expect(screen.queryByRole("button", { name: "End chat" })).toBeNull();
  });

  it("shows a failure", () => {
    const { run } = show();
    act(() => run.send({ type: "archive" }));
    act(() => run.send({ type: "archive_failed" }));
    expect(document.querySelector("dialog [role=alert]")?.textContent).toContain("could not be ended");
  });
});
