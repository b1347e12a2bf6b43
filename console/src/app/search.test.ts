import { expect, it } from "vitest";
import { readSearch, writeSearch } from "./search";

it.each([
  ["?customer=12345678901234567890", { customer: "12345678901234567890" }],
  ["?staff={}&act=[1]", { staff: "{}", act: "[1]" }],
  ["?view=mine&view=all", { view: "all" }],
  ["?text=a%20b%26c", { text: "a b&c" }],
  ["", {}],
])("reads texts only: %s", (search, expected) => {
  expect(readSearch(search)).toEqual(expected);
});

it("writes what it reads, without what is undefined", () => {
  expect(writeSearch({ text: "a b&c", edit: true, view: undefined })).toBe("?text=a+b%26c&edit=true");
  expect(readSearch(writeSearch({ text: "ğ+1" }))).toEqual({ text: "ğ+1" });
  expect(writeSearch({})).toBe("");
});
