import { describe, expect, it } from "vitest";
import { emojiCount } from "./emoji";

describe("emojiCount", () => {
  it.each([
    ["👍", 1],
    ["👨‍👩‍👧‍👦", 1],
    ["🇹🇷", 1],
    [" 😀 😀\n", 2],
    ["1️⃣2️⃣3️⃣", 3],
    ["😀😀😀😀", 0],
    ["😀 ok", 0],
    ["12", 0],
    ["", 0],
  ])("for %j is %i", (text, count) => expect(emojiCount(text)).toBe(count));
});
