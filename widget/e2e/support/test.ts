import { test as base, expect } from "@playwright/test";
import { collectConsoleErrors, isPolicyViolation, PulsenServer } from "pulsen-loader/e2e";
import { awaitScripts } from "./awaitScripts";
import { FlowPage } from "./flowPage";

export type { Page } from "@playwright/test";
export { expect, FlowPage };

/** Each worker has a server. A test fails if its page throws or violates its own policy. */
export const test = base.extend<{ flowPage: FlowPage; consoleGuard: undefined }, { pulsen: PulsenServer }>({
  pulsen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const pulsen = await PulsenServer.start({ siteUrl: "https://site.example" });
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
  context: async ({ context }, use) => {
    context.on("page", awaitScripts);
    await use(context);
  },
  consoleGuard: [
    async ({ page }, use) => {
      const errors = await collectConsoleErrors(page, isPolicyViolation);
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  flowPage: async ({ page, pulsen }, use) => {
    await use(new FlowPage(page, pulsen));
  },
});
