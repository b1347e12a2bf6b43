import { expect, it } from "vitest";
import { begunAt, found } from "./canned";

it.each([
  [":", 1, { start: 0, words: "" }],
  ["Hello :gre", 10, { start: 6, words: "gre" }],
  ["Hello :gre later", 10, { start: 6, words: "gre" }],
  ["at 10:30", 8, null],
  ["so :)", 5, null],
  [":gre ", 5, null],
])("%s names a prepared text or not", (body, cursor, expected) => {
  expect(begunAt(body, cursor)).toEqual(expected);
});

it("finds by id, title and text, names first", () => {
  const reply = (id: string, title: string, body: string) => ({
    ...{ id, title, body, node_id: null, updated_at: "", updated_by: "" },
  });
  const replies = [reply("bye", "Goodbye", "Greetings!"), reply("hi", "Greeting", "Hello!")];
  expect(found(replies, "greet").map(({ id }) => id)).toEqual(["hi", "bye"]);
  expect(found(replies, "")).toHaveLength(2);
  expect(found(replies, "lamp")).toEqual([]);
});
