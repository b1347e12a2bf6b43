import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { Pulsen } from "../../../widget/e2e/support/pulsen";
import { StaffApi } from "./chatApi";
import { HostedWidget } from "./hostedWidget";
import { HostSite } from "./hostSite";

export { expect };

/**
 * The one warning that is no complaint. The browser looks some seconds after a page has loaded whether the page has
 * used what it was told to load early. A frame that nobody greets never does, and any other does on a slow machine only
 * later: when it is said depends on how long a test takes, and on nothing that a test is about.
 */
const UNUSED_SO_FAR =
  /^The resource \S+ was preloaded using link preload but not used within a few seconds from the window's load event\./;

/** What the browser asks for by itself, once, on pages that name none; and when it likes. */
const ICON = "/favicon.ico";

/** Widgets whose flow ends in a chat, for every domain and for one. */
export const RECORDS = join(import.meta.dirname, "../records");

/** Whether a third party's frame may keep anything. */
export interface StorageOption {
  storage: "partitioned" | "denied";
}

interface Fixtures extends StorageOption {
  widget: HostedWidget;
  /** What the browser has complained about so far. A test takes out what it expects; it fails for what is left. */
  complaints: string[];
}

interface WorkerFixtures {
  /** The provider. To the browser it is another site than the hosts. */
  pulsen: Pulsen;
  staff: StaffApi;
  host: HostSite;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  storage: ["partitioned", { option: true }],
  pulsen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs here.
    async ({}, use) => {
      const pulsen = await Pulsen.start({ hostname: "localhost" });
      pulsen.import(RECORDS);
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
  staff: [
    async ({ pulsen }, use) => {
      await use(new StaffApi(pulsen, pulsen.staffToken("Ayşe")));
    },
    { scope: "worker" },
  ],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const host = await HostSite.start();
      await use(host);
      await host.stop();
    },
    { scope: "worker" },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(`uncaught: ${error}`));
      page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        if (UNUSED_SO_FAR.test(message.text()) || message.location().url.endsWith(ICON)) return;
        complaints.push(message.text());
      });
      // In every frame. The browser does not say all of it on the console.
      await page.addInitScript(() => {
        window.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
          console.error(`violation: ${effectiveDirective} ${blockedURI}`),
        );
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  widget: async ({ page }, use) => {
    await use(new HostedWidget(page));
  },
});

/** Waits for whatever moves, in any frame, to come to rest. */
export async function settled(page: Page) {
  for (const frame of page.frames()) {
    await frame.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
    );
  }
}

/** Asks axe about the page and everything in it. */
export async function expectAccessible(page: Page) {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}
