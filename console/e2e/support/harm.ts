import { expect, type Page } from "@playwright/test";
import type { PulsenServer } from "pulsen-loader/e2e";

/** What texts have done to a page. */
export class Harm {
  private readonly page: Page;
  private readonly done: string[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  /** Begins to look at a page, before it is opened. Violations of its policy are the business of `consoleGuard`. */
  static async watch(page: Page, { url }: Pick<PulsenServer, "url">): Promise<Harm> {
    const harm = new Harm(page);
    const note = (what: string) => void harm.done.push(`${what} at ${page.url()}`);
    await page.exposeFunction("hostile", () => note("A script has run"));
    page.on("dialog", async (dialog) => {
      note(`A dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on("popup", () => note("Another window"));
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith("blob:"))
        note(`A request of ${request.url()}`);
    });
    return harm;
  }

  /** Expects that texts are shown as what they are, and have done nothing. */
  async expectNone(texts: readonly string[]) {
    await expect.poll(() => this.page.evaluate(missing, [...texts]), this.page.url()).toEqual([]);
    expect(await this.page.evaluate(harmfulParts), this.page.url()).toEqual([]);
    expect(await this.page.evaluate(turnedParts), this.page.url()).toEqual([]);
    expect(this.done).toEqual([]);
  }

  /** Expects that nothing makes a page wider than a phone. */
  async expectFits() {
    const before = this.page.viewportSize();
    await this.page.setViewportSize({ width: 375, height: 800 });
    // The page draws itself for the width in a moment.
    await expect.poll(() => this.page.evaluate(wideParts), this.page.url()).toEqual([]);
    if (before) await this.page.setViewportSize(before);
  }
}

/** Returns those of the texts that the page does not show. */
function missing(texts: string[]): string[] {
  // Lists go on as they are scrolled.
  for (const element of document.querySelectorAll("*")) element.scrollTop = element.scrollHeight;
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  // A line with other words may leave out what turns their direction.
  const plain = (text: string) =>
    text
      .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
      .replace(/\s+/g, " ")
      .trim();
  const all = plain([document.body.textContent, ...fields.map(({ value }) => value)].join(" "));
  return texts.filter((text) => !all.includes(plain(text)));
}

/** Returns what no page of the console has: elements of texts, handlers, and links that run something. */
function harmfulParts(): string[] {
  const ADDRESSES = ["href", "src", "action", "formaction", "xlink:href", "data", "poster", "srcdoc"];
  const WEB = ["http:", "https:", "blob:"];
  const found = Object.keys(Object.prototype).map((name) => `Object.prototype.${name}`);
  for (const element of document.querySelectorAll("*")) {
    const isOdd = element.matches("[hostile], base, object, embed, script:not([src]), meta[http-equiv]");
    const odd = [...element.attributes].filter(
      ({ name, value }) =>
        /^on/i.test(name) ||
        (ADDRESSES.includes(name) && !WEB.includes(new URL(value, document.baseURI).protocol)),
    );
    if (isOdd || odd.length > 0) found.push(element.outerHTML.slice(0, 300));
  }
  return found;
}

/** Returns texts whose direction another one turns: whatever is behind one in the same line, and is not kept apart from it. */
function turnedParts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // What is in a field is what one types.
    if (!/[\u202D\u202E]/.test(node.nodeValue ?? "") || node.parentElement?.closest("textarea")) continue;
    let around = node.parentElement as HTMLElement;
    while (
      getComputedStyle(around).unicodeBidi === "normal" &&
      /^inline$|contents/.test(getComputedStyle(around).display)
    )
      around = around.parentElement as HTMLElement;
    const text = around.textContent ?? "";
    // The texts of the corpus end so.
    if (!/(exe|again|ll)[\u2066-\u2069\u202C…”"\s]*$/.test(text)) found.push(`${around.tagName} ${text}`);
  }
  return found;
}

/** Returns what is wider than its place: the page, or a part that scrolls, but for those that are meant to scroll sideways. */
function wideParts(): string[] {
  const scrolled = [...document.querySelectorAll("body *")].filter((element) => {
    const { overflowX, display } = getComputedStyle(element);
    const scrolls = overflowX === "auto" || overflowX === "scroll";
    return (
      scrolls &&
      display !== "inline" &&
      !element.closest("pre, textarea, input, .table-box, .tabs__list, .channels-sample__window--desktop")
    );
  });
  return [document.documentElement, ...scrolled]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    .map(
      (element) => `${element.tagName}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`,
    );
}
