// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mount, provideTestPage, show, type } from "./mountForTests";
import { chatDetail, chatLimits, message, unchanged } from "./timeline/testChat";

provideTestPage();

const NODE = { ...chatDetail().node, show_typing: true, show_seen: true };

describe("staff who write", () => {
  it("are shown, and said once", () => {
    const { run } = show();
    act(() => run.send({ type: "typing", actor: "staff", name: "Ayşe", typing: true }));
    expect(document.querySelector(".typing")?.getAttribute("aria-hidden")).toBe("true");
    expect(screen.getByText("Ayşe is typing…").getAttribute("role")).toBe("status");
    act(() => run.send({ type: "typing", actor: "staff", typing: false }));
    expect(document.querySelector(".typing")).toBeNull();
  });

  it("have the business's name where they have none", () => {
    const { run } = show();
    act(() => run.send({ type: "typing", actor: "staff", typing: true }));
    expect(screen.getByText("Fener Coffee is typing…")).toBeTruthy();
  });
});

it("the last message that the staff have seen is marked", () => {
  const { run } = show({ timeline_items: [message("a", 1, "customer"), message("b", 2, "customer")] });
  expect(screen.queryByText("Seen")).toBeNull();
  act(() => run.send({ type: "seen", actor: "staff", cursor: "1" }));
  expect(screen.getByText("Seen").previousElementSibling?.textContent).toContain("a");
  act(() => run.send({ type: "seen", actor: "staff", cursor: "2" }));
  expect(screen.getAllByText("Seen")).toHaveLength(1);
});

it("the staff are told that the visitor writes", () => {
  const { effects, run } = mount();
  act(() => run.send({ type: "fetched", detail: chatDetail({ node: NODE }) }));
  act(() => run.send({ type: "connected" }));
  type("Hel");
  expect(effects).toContainEqual({ type: "send_typing", typing: true });
  type("");
  expect(effects).toContainEqual({ type: "send_typing", typing: false });
});

describe("a queue", () => {
  it("says the place in it, which changes", () => {
    const { run } = show({ status: "queued", queue_place: 3 });
    expect(screen.getByText("Your position in the queue: 3")).toBeTruthy();
    const moved = unchanged({ status: "queued", cursor: "1", queue_place: 2 });
    act(() => run.send({ type: "reply_created", reply: moved }));
    expect(screen.getByText("Your position in the queue: 2")).toBeTruthy();
  });

  it("ends when somebody takes the chat, which is said until the visitor writes", () => {
    const { run } = show({ status: "queued" });
    act(() => run.send({ type: "reply_created", reply: unchanged({ cursor: "1" }) }));
    expect(screen.getByText("Someone from the team has joined. You can write now.")).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").disabled).toBe(false);
    fireEvent.keyDown(type("Hello"), { key: "Enter" });
    expect(screen.queryByText(/has joined/)).toBeNull();
  });
});

describe("a message's length", () => {
  it("is shown near the most that the server takes, and keeps a longer one from being sent", () => {
    show({ limits: chatLimits({ message_length: 20 }) });
    type("seventeen letters");
    expect(screen.queryByText(/characters? left/)).toBeNull();
    type("nineteen letters...");
    expect(screen.getByText("1 character left")).toBeTruthy();
    const box = type("this has twenty-two...");
    expect(box.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByText("The message is 2 characters too long.")).toHaveLength(2);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
  });

  it("counts what the server counts: an emoji of two units is one character", () => {
    show({ limits: chatLimits({ message_length: 20 }) });
    type(`${"😀".repeat(20)}  `);
    expect(screen.getByText("0 characters left")).toBeTruthy();
  });
});
