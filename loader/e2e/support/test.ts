import { join } from "node:path";
import { test as base, type ConsoleMessage, expect } from "@playwright/test";
import { StaffApi } from "./chatApi";
import { collectConsoleErrors } from "./consoleErrors";
import { HostedWidget } from "./hostedWidget";
import { HostSite } from "./hostSite";
import { PulsenServer } from "./pulsenServer";

export { expectAccessible, waitForAnimations } from "./accessibility";
export { expect };

/** Widgets whose flow ends in a chat, for every domain and for one. */
export const RECORDS = join(import.meta.dirname, "../records");

export interface StorageOption {
  /** The storage of third-party frames. */
  storage: "partitioned" | "denied";
}

interface Fixtures extends StorageOption {
  widget: HostedWidget;
  /** The browser's errors so far. A test removes those that it expects, and fails if any are left. */
  consoleErrors: string[];
}

interface WorkerFixtures {
  /** The provider. To browsers it is another site than the hosts. */
  pulsen: PulsenServer;
  staff: StaffApi;
  host: HostSite;
}

/** What Playwright says where a test's settings block service workers. */
const BLOCKED_WORKER = "Service Worker registration blocked by Playwright";

export const test = base.extend<Fixtures, WorkerFixtures>({
  storage: ["partitioned", { option: true }],
  pulsen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const pulsen = await PulsenServer.start({ hostname: "localhost" });
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
  consoleErrors: [
    async ({ page }, use) => {
      const errors = await collectConsoleErrors(page, isError);
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  widget: async ({ page }, use) => {
    await use(new HostedWidget(page));
  },
});

function isError(message: ConsoleMessage): boolean {
  if (message.type() !== "error" && message.type() !== "warning") return false;
  if (message.text() === BLOCKED_WORKER) return false;
  return !UNUSED_PRELOAD.test(message.text()) && !message.location().url.endsWith(FAVICON);
}

/**
 * The only warning that is ignored. Some seconds after a page has loaded, the browser warns of preloaded resources
 * that the page has not used yet. Whether that happens depends only on how long a test takes.
 */
const UNUSED_PRELOAD =
  /^The resource \S+ was preloaded using link preload but not used within a few seconds from the window's load event\./;

/** Browsers request this file by themselves for pages that name no icon. */
const FAVICON = "/favicon.ico";
