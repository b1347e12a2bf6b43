import { expect, it } from "vitest";
import { createDrafts } from "./noteDrafts";

function createNumbered() {
  let last = 0;
  return createDrafts(() => String(++last));
}

it("keeps what is written on while a note is stored, as another note", () => {
  const drafts = createNumbered();
  drafts.write("a", "Call them.");
  const sent = drafts.of("a");
  drafts.write("a", "Call them. And");
  drafts.stored("a", sent);
  expect(drafts.of("a")).toEqual({ body: "Call them. And", key: "2" });
  drafts.stored("a", drafts.of("a"));
  expect(drafts.of("a").body).toBe("");
});

it("tries the same text with the same key, also after another feedback was looked at", () => {
  const drafts = createNumbered();
  drafts.write("a", "Call them.");
  drafts.write("b", "Thank them.");
  expect(drafts.of("a")).toBe(drafts.of("a"));
  expect([drafts.of("a").key, drafts.of("b").key]).toEqual(["1", "2"]);
});

it("tells every field of a draft that it is stored", () => {
  const drafts = createNumbered();
  let told = 0;
  const stop = drafts.subscribe(() => {
    told += 1;
  });
  drafts.write("a", "Call them.");
  drafts.stored("a", drafts.of("a"));
  stop();
  drafts.write("a", "Again");
  expect(told).toBe(2);
});
