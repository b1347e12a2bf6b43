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

  it.each([
    ["https://bank.example@other.example/pay", "https://other.example/pay"],
    ["https://bank.example:443@other.example", "https://other.example"],
    ["HTTP://bank.example/@other.example", "HTTP://bank.example/@other.example"],
    ["https://www.bank.example%2Flogin@other.example", "https://other.example"],
    ["https://a@b@other.example?to=c@d", "https://other.example?to=c@d"],
    ["https://other.example/\u202egpj.exe", "https://other.example/%E2%80%AEgpj.exe"],
    // A letter of Persian words, which an address may need.
    ["https://fa.example/می\u200cخواهم", "https://fa.example/می\u200cخواهم"],
  ])("lead where their text says: %s", (written, href) => {
    const [link, ...rest] = findLinks(written);
    expect(rest).toEqual([]);
    expect(link).toMatchObject({ href });
    const shown = link?.text.replace(/…$/, "") ?? "";
    expect(href.startsWith(shown)).toBe(true);
  });

  it.each(["a.md", "run.sh", "README.md", "archive.tar.zip", "Main.RS", "app.py"])(
    "are not made of names of files: %s",
    (name) => expect(findLinks(`See ${name}.`).filter(({ href }) => href)).toEqual([]),
  );

  it.each([
    ["https://run.sh", "https://run.sh"],
    ["run.sh/install", "https://run.sh/install"],
    ["www.shop.md", "https://www.shop.md"],
    ["allegro.pl", "https://allegro.pl"],
    ["a@run.sh", "mailto:a@run.sh"],
  ])("are made of what looks like a file and is written as an address: %s", (text, href) => {
    expect(findLinks(text)).toMatchObject([{ href }]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "plain words. And more."])(
    "are not created for unsafe schemes or plain text: %s",
    (text) =>
      expect(findLinks(text).filter(({ href }) => href && !/^https?:|^mailto:/.test(href))).toEqual([]),
  );
});
