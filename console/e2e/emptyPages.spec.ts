import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible, PulsenServer } from "pulsen-loader/e2e";
import { test as base, expect } from "./support/test";

/** Pages of a server that has channels, but to which nobody has come; what each says, and the one next step that it offers. */
const WITHOUT_VISITORS = [
  ["inbox", "You have no open chats", "Look at unassigned chats"],
  ["inbox?view=nobody", "New chats appear here until somebody takes them."],
  ["inbox?view=all", "A chat appears here as soon as a visitor begins one."],
  ["inbox?view=snoozed", "Snooze a chat, and it comes back"],
  ["inbox?view=closed", "Chats that you close are here"],
  ["inbox?view=mine&text=lamp", "No chat fits", "Search in all open chats"],
  ["feedback", "Nobody has given feedback yet", "Go to your channels"],
  ["feedback?review=done", "No feedback matches", "Remove filters"],
  ["feedback/exports", "No exports are being kept", "Go to the feedback"],
  ["results/demo-flow", "No feedback matches", "Show all time"],
  ["results/demo-flow?period=all", "Nobody has answered yet", "Go to your channels"],
  ["settings/tokens", "There are no tokens", "Create a token"],
  ["settings/webhooks", "There are no webhooks", "Add a webhook"],
  ["settings/connectors", "There are no connectors", "Add a connector"],
  ["settings/replies", "There are no canned replies", "Add a reply"],
  ["settings/blocked", "No device is blocked."],
  ["settings/audit?staff=Nobody", "No act fits.", "Clear"],
] as const;

/** Pages of a server without flows and channels. */
const WITHOUT_CHANNELS = [
  ["results", "There are no flows yet", "Go to your channels"],
  ["channels", "There is no channel yet", "New channel"],
] as const;

const test = base.extend<{ hasChannels: boolean }>({
  hasChannels: [true, { option: true }],
  pulsen: async ({ hasChannels }, use) => {
    const records = mkdtempSync(join(tmpdir(), "pulsen-empty-"));
    // An import wants a record.
    const connector = {
      id: "orders",
      method: "GET",
      url: "https://shop.example/o/{{answer}}",
      data: { tier: "/t" },
    };
    mkdirSync(join(records, "connectors"));
    writeFileSync(join(records, "connectors/orders.json"), JSON.stringify(connector));
    const pulsen = await PulsenServer.start({ rateLimit: "sign_in=1000", ...(!hasChannels && { records }) });
    rmSync(records, { recursive: true });
    await use(pulsen);
    await pulsen.stop();
  },
});

for (const [hasChannels, pages] of [
  [true, WITHOUT_VISITORS],
  [false, WITHOUT_CHANNELS],
] as const)
  test.describe(hasChannels ? "a server without visitors" : "a server without channels", () => {
    test.use({ hasChannels });

    test("says on each page that there is nothing, and what to do", async ({ page, pulsen, arrive }) => {
      await arrive("Ayla");
      for (const [path, says, next] of pages)
        await test.step(path, async () => {
          await page.goto(`${pulsen.url}/staff/${path}`);
          const main = page.getByRole("main");
          await expect(main.getByText(says).first()).toBeVisible();
          const named = { name: next ?? "" };
          const step = main.getByRole("link", named).or(main.getByRole("button", named));
          if (next) await expect(step).toBeVisible();
          await expectAccessible(page);
        });
    });
  });
