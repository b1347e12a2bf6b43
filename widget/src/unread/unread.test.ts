// @vitest-environment happy-dom

import { IDENTIFIED } from "pulsen-loader/protocol";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { personOf } from "../customer/person";
import { chatsOf, keepChat } from "../storage/chatRecords";
import { NOBODY } from "../storage/owner";

const BOB = { external_id: "bob" };

beforeEach(() => {
  localStorage.clear();
  Object.assign(document.documentElement.dataset, { code: "PSN-TEST001", node: "node" });
});
afterEach(() => vi.unstubAllGlobals());

it("who has logged in also learns of replies in the chats that they have begun before", async () => {
  const person = personOf({ customer: BOB });
  keepChat("node", { feedbackId: "before", token: "t" }, NOBODY);
  keepChat("node", { feedbackId: "his", token: "t" }, { person });
  keepChat("node", { feedbackId: "hers", token: "t" }, { person: "alice" });
  const fetched = vi.fn(async () => {
    const items = [
      { id: "before", status: "open", unread: 1 },
      { id: "his", status: "open", unread: 2 },
    ];
    return new Response(JSON.stringify({ items }));
  });
  vi.stubGlobal("fetch", fetched);
  const post = vi.spyOn(window.parent, "postMessage").mockImplementation(() => {});
  window.location.hash = IDENTIFIED;
  await import("./unread");
  const said = new MessageEvent("message", {
    data: { type: "identify", customer: BOB, jws: null },
    source: window.parent as never,
  });
  window.dispatchEvent(said);
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  expect(JSON.parse(String(post.mock.calls[0]?.[0]))).toMatchObject({ unread: 3, hasChat: true, height: 0 });
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.objectContaining({ headers: { "X-Chat-Tokens": "his:t:0,before:t:0" } }),
  );
  // As in the content frame: they are nobody's no more.
  expect(chatsOf("node", NOBODY)).toEqual([]);
});
