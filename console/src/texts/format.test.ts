import { expect, it } from "vitest";
import { format, placesOf } from "./format";

const CHATS = "{count, plural, one {# chat} other {# chats}} of {name}";

it.each([
  [1, "1 chat of Ann"],
  [0, "0 chats of Ann"],
  [1200, "1,200 chats of Ann"],
])("writes the form for %d", (count, expected) => {
  expect(format(CHATS, { count, name: "Ann" }, "en")).toBe(expected);
});

it("takes the last form where a language has no other for the number", () => {
  expect(format("{count, plural, one {one} few {few} other {other}}", { count: 5 }, "ar")).toBe("few");
  expect(format("{count, plural, one {one} other {other}}", { count: 5 }, "ar")).toBe("other");
});

it("leaves a place without a value", () => {
  expect(format("Hello {name}", {}, "en")).toBe("Hello {name}");
});

it("writes a value with signs of replacements as it is", () => {
  expect(format("{name} {count, plural, other {# of}}", { name: "$&", count: 2 }, "en")).toBe("$& 2 of");
});

it("lets no value turn the direction of what is behind it", () => {
  const name = "\u2067An\u202En\u2066";
  expect(format(CHATS, { count: 2, name }, "en")).toBe("2 chats of Ann");
});

it("names the places and their forms", () => {
  expect(placesOf(CHATS)).toEqual([
    { name: "count", forms: ["one", "other"] },
    { name: "name", forms: [] },
  ]);
});
