import { describe, expect, it } from "vitest";
import { anItem } from "./fixtures";
import { isInView, listParameters, readInboxSearch, statusesOf } from "./search";

it("reads what it knows of an address, and nothing else", () => {
  expect(readInboxSearch({ view: "all", node: "shop", text: "12", tag: "", page: "3" })).toEqual({
    view: "all",
    node: "shop",
    text: "12",
  });
  expect(readInboxSearch({ view: "else", node: ["a"], text: null })).toEqual({});
});

it("asks the server for what a view has", () => {
  expect(String(listParameters({}))).toBe("assigned=me&snoozed=false");
  expect(String(listParameters({ view: "nobody", node: "shop" }))).toBe(
    "assigned=none&snoozed=false&node_id=shop",
  );
  expect(String(listParameters({ text: "lamp" }))).toBe("snoozed=false&text=lamp");
  expect(String(listParameters({ view: "all", tag: "late" }))).toBe("snoozed=false&tag=late");
  expect(String(listParameters({ view: "snoozed", text: "lamp" }))).toBe("snoozed=true&text=lamp");
  expect(String(listParameters({ view: "closed" }))).toBe("");
  expect(statusesOf({ view: "closed" })).toEqual(["closed", "archived"]);
  expect(statusesOf({})).toEqual(["open", "queued"]);
});

describe("a chat that has changed", () => {
  it.each([
    ["mine", { assigned_to: "Ann" }, true],
    ["mine", { assigned_to: "Bob" }, false],
    ["mine", { assigned_to: "Ann", snoozed_until: "2030-01-01T00:00:00Z" }, false],
    ["snoozed", { snoozed_until: "2030-01-01T00:00:00Z" }, true],
    ["nobody", {}, true],
    ["nobody", { assigned_to: "Ann" }, false],
    ["all", { status: "queued" }, true],
    ["all", { status: "closed" }, false],
    ["closed", { status: "archived" }, true],
  ] as const)("is in the view %s: %o", (view, item, expected) => {
    expect(isInView(anItem(item), { view }, "Ann")).toBe(expected);
  });

  it("is of the node and has the tag", () => {
    expect(isInView(anItem({ node_id: "shop" }), { view: "all", node: "other" }, "Ann")).toBe(false);
    expect(isInView(anItem({ tags: ["late"] }), { view: "all", tag: "late" }, "Ann")).toBe(true);
    expect(isInView(anItem({ tags: [] }), { view: "all", tag: "late" }, "Ann")).toBe(false);
  });
});
