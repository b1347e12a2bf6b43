// @vitest-environment happy-dom

import { afterEach, expect, it, vi } from "vitest";
import type { NewReply } from "./newestReply";
import { createReplyCard } from "./replyCard";

const TEXTS = { open: "Open the conversation", close: "Close", picture: "Picture", scheme: "dark" };
const REPLY: NewReply = {
  feedbackId: "f",
  position: 2,
  created_at: "2026-11-21T10:20:30.456Z",
  body: "Good morning! <b>How</b> are you?",
  has_picture: false,
  user: { name: "Ann Lee", avatar_color: "#b91c1c" },
};

afterEach(() => document.body.replaceChildren());

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

it("shows who has written what, as text", () => {
  const card = createReplyCard(TEXTS, () => {});
  card.show(REPLY);
  expect(find(".face")?.textContent).toBe("AL");
  expect(find(".name")?.textContent).toBe("Ann Lee");
  expect(find(".text")?.textContent).toBe(REPLY.body);
  expect(find(".open")?.textContent).toContain("Open the conversation");
  expect(find(".close")?.ariaLabel).toBe("Close");
  expect(document.documentElement.style.colorScheme).toBe("dark");
  card.show(undefined);
  expect(find(".card")).toBeNull();
  expect(card.height()).toBe(0);
});

it("names a picture without a text, and shows who has one", () => {
  const card = createReplyCard(TEXTS, () => {});
  card.show({
    ...REPLY,
    body: "",
    has_picture: true,
    user: { avatar: "https://a.example/a.png", name: "Ann" },
  });
  expect(find(".text")?.textContent).toBe("Picture");
  const image = find(".face img") as HTMLImageElement;
  expect(image.src).toBe("https://a.example/a.png");
  image.dispatchEvent(new Event("error"));
  expect(find(".face")?.textContent).toBe("A");
  expect(find(".face img")).toBeNull();
});

it("says what it shows only when it is asked to", () => {
  const card = createReplyCard(TEXTS, () => {});
  card.show(REPLY);
  const status = find("[role=status]");
  expect(status?.textContent).toBe("");
  card.announce();
  expect(status?.textContent).toBe(`Ann Lee: ${REPLY.body}`);
});

it("tells whether it is opened or dismissed, and by which means", () => {
  const act = vi.fn();
  const card = createReplyCard(TEXTS, act);
  card.show(REPLY);
  const click = (selector: string, detail: number) =>
    find(selector)?.dispatchEvent(new MouseEvent("click", { detail, bubbles: true }));
  click(".open .text", 1);
  click(".open", 0);
  click(".close", 1);
  click(".close", 0);
  find(".open")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(act.mock.calls).toEqual([
    [true, false],
    [true, true],
    [false, false],
    [false, true],
    [false, true],
  ]);
});

it("keeps its elements, and with them the focus, as long as the reply is the same", () => {
  const card = createReplyCard(TEXTS, () => {});
  card.show(REPLY);
  const before = find(".open");
  card.show({ ...REPLY });
  expect(find(".open")).toBe(before);
  card.show({ ...REPLY, position: 3, body: "Still there?" });
  expect(find(".text")?.textContent).toBe("Still there?");
});

it("shows nothing on the page of a widget without texts", () => {
  const card = createReplyCard({}, () => {});
  card.show(REPLY);
  expect(find(".card")).toBeNull();
});
