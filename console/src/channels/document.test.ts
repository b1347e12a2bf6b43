import { expect, it } from "vitest";
import { changesBetween, isAtOrIn, isSame, merge, pointerOf, valueAt, withValue } from "./document";

const NODE = { id: "shop", name: "Shop", chat: { token_days: 30 }, enabled_domains: ["a.example"] };

it("reads and changes values at paths, without changing the document", () => {
  expect(valueAt(NODE, ["chat", "token_days"])).toBe(30);
  expect(valueAt(NODE, ["name", "x"])).toBeUndefined();
  expect(valueAt({ name: null }, ["name"])).toBeUndefined();
  expect(withValue(NODE, ["retention", "chat_days"], 7)).toEqual({ ...NODE, retention: { chat_days: 7 } });
  expect(withValue(NODE, ["name"], undefined)).toEqual({
    id: "shop",
    chat: { token_days: 30 },
    enabled_domains: ["a.example"],
  });
  expect(NODE.name).toBe("Shop");
});

it("removes an object with its last value", () => {
  expect(withValue(NODE, ["chat", "token_days"], undefined)).not.toHaveProperty("chat");
});

it("takes documents with another order of fields as the same", () => {
  expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});

it("names each value that has changed", () => {
  expect(
    changesBetween(NODE, {
      ...NODE,
      name: undefined,
      chat: { token_days: 30, show_seen: false },
      theme: "dark",
    }),
  ).toEqual([
    { path: ["name"], before: "Shop", after: undefined },
    { path: ["chat", "show_seen"], before: undefined, after: false },
    { path: ["theme"], before: undefined, after: "dark" },
  ]);
});

it("keeps the changes of both", () => {
  const { merged, conflicts } = merge(
    NODE,
    { ...NODE, name: "My shop", chat: { token_days: 40 } },
    { ...NODE, theme: "dark", chat: { token_days: 30, show_seen: false } },
  );
  expect(merged).toEqual({
    ...NODE,
    name: "My shop",
    theme: "dark",
    chat: { token_days: 40, show_seen: false },
  });
  expect(conflicts).toEqual([]);
});

it("keeps mine where both have changed the same, and names it", () => {
  const { merged, conflicts } = merge(NODE, { ...NODE, name: "Mine" }, { ...NODE, name: "Theirs" });
  expect(merged).toEqual({ ...NODE, name: "Mine" });
  expect(conflicts).toEqual([{ path: ["name"], mine: "Mine", theirs: "Theirs" }]);
  expect(merge(NODE, { ...NODE, name: "Both" }, { ...NODE, name: "Both" }).conflicts).toEqual([]);
});

it("names what one has removed and the other one has changed", () => {
  const { chat: _, ...withoutChat } = NODE;
  expect(merge(NODE, withoutChat, { ...NODE, chat: { token_days: 5 } }).conflicts).toEqual([
    { path: ["chat", "token_days"], mine: undefined, theirs: 5 },
  ]);
});

it("keeps what both have put into an object that was not there, or was emptied", () => {
  const base = { id: "shop" };
  expect(merge(base, { ...base, chat: { a: 1 } }, { ...base, chat: { b: 2 } })).toEqual({
    merged: { id: "shop", chat: { a: 1, b: 2 } },
    conflicts: [],
  });
  expect(merge({ chat: { a: 1 } }, {}, { chat: { a: 1, b: 2 } })).toEqual({
    merged: { chat: { b: 2 } },
    conflicts: [],
  });
});

it("offers the whole of what they have put in place of an object", () => {
  const { merged, conflicts } = merge({ text: { en: "A" } }, { text: { en: "B", tr: "C" } }, { text: "D" });
  expect(merged).toEqual({ text: { en: "B", tr: "C" } });
  expect(conflicts).toEqual([{ path: ["text"], mine: { en: "B", tr: "C" }, theirs: "D" }]);
});

it("writes pointers", () => {
  expect(pointerOf(["a/b", "~"])).toBe("/a~1b/~0");
  expect(isAtOrIn("/chat/greeting/tr", ["chat", "greeting"])).toBe(true);
  expect(isAtOrIn("/chat/greetings", ["chat", "greeting"])).toBe(false);
});
