import { describe, expect, it } from "vitest";
import { findLinks } from "./findLinks";

describe("links in a message", () => {
  it("are found between words and use https if they name no scheme", () => {
    expect(findLinks("See example.com, or write to a@b.co!")).toEqual([
      { text: "See " },
      { text: "example.com", href: "https://example.com", isWebPage: true },
      { text: ", or write to " },
      { text: "a@b.co", href: "mailto:a@b.co", isWebPage: false },
      { text: "!" },
    ]);
  });

  it("are shortened to 25 characters, but not their address", () => {
    const address = "http://example.com/a/very/long/way";
    const [link] = findLinks(address);
    expect(link).toMatchObject({ href: address });
    expect([...(link?.text ?? "")]).toHaveLength(26);
    expect(link?.text.endsWith("…")).toBe(true);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "plain words. And more."])(
    "are not created for unsafe schemes or plain text: %s",
    (text) =>
      expect(findLinks(text).filter(({ href }) => href && !/^https?:|^mailto:/.test(href))).toEqual([]),
  );
});
