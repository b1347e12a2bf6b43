import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { Pulsen } from "./pulsen";

export type { Page };
export { expect };

/** Every test has a server, and fails when its page breaks its own policy or throws. */
export const test = base.extend<{ flowPage: FlowPage; quiet: undefined }, { pulsen: Pulsen }>({
  pulsen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs here.
    async ({}, use) => {
      const pulsen = await Pulsen.start();
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (/Content Security Policy|Trusted Type/i.test(message.text())) complaints.push(message.text());
      });
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  flowPage: async ({ page, pulsen }, use) => {
    await use(new FlowPage(page, pulsen));
  },
});

/** A link page as a visitor sees it. */
export class FlowPage {
  readonly page: Page;
  private readonly pulsen: Pulsen;

  constructor(page: Page, pulsen: Pulsen) {
    this.page = page;
    this.pulsen = pulsen;
  }

  async open(path = "/feedback?node_id=demo-node") {
    await this.page.goto(this.pulsen.url + path);
    await this.question("q-mood").waitFor();
  }

  question(id: string): Locator {
    return this.page.locator(`[data-question="${id}"]`);
  }

  next(): Locator {
    return this.page.getByRole("button", { name: "Next", exact: true });
  }

  back(): Locator {
    return this.page.getByRole("button", { name: "Back", exact: true });
  }

  send(): Locator {
    return this.page.getByRole("button", { name: "Send", exact: true });
  }

  deviceId(): Promise<string> {
    return this.page.evaluate(() => {
      const stored = localStorage.getItem("FLOW/device_id") ?? "";
      return stored.startsWith('"') ? JSON.parse(stored) : stored;
    });
  }

  /** From the first page to the one before the end, by the shortest way. */
  async answerUpToSend() {
    await this.page.getByText("Just fine", { exact: true }).click();
    await this.next().click();
    await this.page.getByRole("radio", { name: "9", exact: true }).check();
    await this.next().click();
    await this.send().waitFor();
  }

  /** Waits for whatever moves to come to rest, then asks axe. */
  async expectAccessible() {
    await this.page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
    );
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
      .analyze();
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
  }
}
