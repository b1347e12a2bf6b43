import { describe, expect, it } from "vitest";
import { formatDay, formatTime } from "./dates";
import { emojiCount } from "./emoji";
import { findLinks } from "./findLinks";

describe("a message of emoji only", () => {
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
  ])("%j is shown as %i", (text, count) => expect(emojiCount(text)).toBe(count));
});

describe("links in a message", () => {
  it("are found between words, over https where they do not say otherwise", () => {
    expect(findLinks("See example.com, or write to a@b.co!")).toEqual([
      { text: "See " },
      { text: "example.com", href: "https://example.com", isPage: true },
      { text: ", or write to " },
      { text: "a@b.co", href: "mailto:a@b.co", isPage: false },
      { text: "!" },
    ]);
  });

  it("are cut off after 25 characters, not what they lead to", () => {
    const address = "http://example.com/a/very/long/way";
    const [link] = findLinks(address);
    expect(link).toMatchObject({ href: address });
    expect([...(link?.text ?? "")]).toHaveLength(26);
    expect(link?.text.endsWith("…")).toBe(true);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "plain words. And more."])(
    "do not run: %s has none",
    (text) =>
      expect(findLinks(text).filter(({ href }) => href && !/^https?:|^mailto:/.test(href))).toEqual([]),
  );
});

describe("days and times", () => {
  const now = new Date(2026, 10, 21, 15).getTime();
  const DAY = 24 * 60 * 60_000;

  it("are named near by, and dated far away", () => {
    expect(formatDay(now, now, "en")).toBe("Today");
    expect(formatDay(now - DAY, now, "en")).toBe("Yesterday");
    expect(formatDay(now - DAY, now, "tr")).toBe("Dün");
    expect(formatDay(now - 2 * DAY, now, "en")).toBe("November 19, 2026");
  });

  it("are English in a language that nobody knows", () => {
    expect(formatDay(now, now, "no_language")).toBe("Today");
    expect(formatTime(now, "tr")).toBe("15:00");
  });
});
