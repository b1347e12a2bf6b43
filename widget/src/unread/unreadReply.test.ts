// @vitest-environment happy-dom

import { UNREAD_ACT } from "pulsen-loader/protocol";
import { expect, it, vi } from "vitest";
import { chatsOf, keepChat } from "../storage/chatRecords";
import { NOBODY } from "../storage/owner";

it("counts again when the loader asks, posts nothing of what a reply says, and dismisses it until the next one", async () => {
  const texts = { open: "Open the conversation", close: "Close" };
  Object.assign(document.documentElement.dataset, { code: "PSN-TEST001", node: "node", ...texts });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ height: 91.5 } as DOMRect);
  keepChat("node", { feedbackId: "chat", token: "t" }, NOBODY);
  let position = 1;
  vi.stubGlobal("fetch", async () => {
    const user = { name: "Ann" };
    const reply = {
      position,
      created_at: `2026-11-21T10:20:3${position}Z`,
      body: "SECRET",
      has_picture: false,
      user,
    };
    return new Response(JSON.stringify({ items: [{ id: "chat", status: "open", unread: position, reply }] }));
  });
  const posted: Record<string, unknown>[] = [];
  vi.spyOn(window.parent, "postMessage").mockImplementation((text) => {
    expect(text).not.toMatch(/SECRET|Ann/);
    posted.push(JSON.parse(text));
  });
  const tell = (data: object) =>
    window.dispatchEvent(new MessageEvent("message", { data, source: window.parent as never }));
  const status = () => document.querySelector("[role=status]")?.textContent;

  await import("./unread");
  await vi.waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).toMatchObject({ unread: 1, height: 92 });
  expect(status()).toBe("");
  tell({ type: "shown" });
  expect(status()).toBe("Ann: SECRET");

  document.querySelector<HTMLElement>(".close")?.click();
  expect(posted[1]).toMatchObject({ type: UNREAD_ACT, opens: false });
  tell({ type: "count" });
  await vi.waitFor(() => expect(posted).toHaveLength(3));
  expect(posted[2]).toMatchObject({ unread: 1, height: 0 });

  position = 2;
  tell({ type: "count" });
  await vi.waitFor(() => expect(posted).toHaveLength(4));
  expect(posted[3]).toMatchObject({ unread: 2, height: 92 });
  expect(chatsOf("node", NOBODY)).toMatchObject([{ dismissed: 1, readOut: 1 }]);
});
