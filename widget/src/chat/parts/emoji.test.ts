import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { emojiCount } from "./emoji";

/** Every emoji that Unicode lists, in each of its spellings. */
const LIST = createRequire(import.meta.url).resolve("emoji-test-regex-pattern/dist/latest/index-strings.txt");
const ALL = readFileSync(LIST, "utf8").split("\n").filter(Boolean);

/** Asks for a colored picture of the sign before it. */
const COLORED = "\ufe0f";

describe("emojiCount", () => {
  it.each([
    ["👍", 1],
    ["👨‍👩‍👧‍👦", 1],
    ["🇹🇷", 1],
    [" 😀 😀\n", 2],
    ["1️⃣2️⃣3️⃣", 3],
    ["🏴󠁧󠁢󠁳󠁣󠁴󠁿❤", 2],
    ["😀😀😀😀", 0],
    ["😀 ok", 0],
    ["12", 0],
    ["#", 0],
    ["★", 0],
    // Asks for letters instead of a picture.
    ["☺\ufe0e", 0],
    ["", 0],
  ])("for %j is %i", (text, count) => expect(emojiCount(text)).toBe(count));

  it("knows each emoji of Unicode's list", () => {
    expect(ALL.length).toBeGreaterThan(5_000);
    expect(ALL.filter((emoji) => emojiCount(emoji) !== 1)).toEqual([]);
  });

  it("knows each of them without U+FE0F, and with a redundant one", () => {
    const bare = ALL.map((emoji) => emoji.replaceAll(COLORED, ""));
    expect(bare.filter((emoji) => emojiCount(emoji) !== 1)).toEqual([]);
    const redundant = bare.map((emoji) => emoji + COLORED);
    expect(redundant.filter((emoji) => emojiCount(emoji) !== 1)).toEqual([]);
    const inEachPart = bare.map((emoji) => emoji.replace(/\p{Extended_Pictographic}/gu, `$&${COLORED}`));
    expect(inEachPart.filter((emoji) => emojiCount(emoji) !== 1)).toEqual([]);
  });

  it("counts two of them as two", () => {
    const wrong = ALL.filter((emoji) => emojiCount(`${emoji}${emoji}`) !== 2);
    expect(wrong).toEqual([]);
  });
});
