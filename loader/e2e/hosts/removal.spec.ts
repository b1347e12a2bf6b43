import type { Page } from "@playwright/test";
import { INLINE_FRAME_ID } from "../../src/inline/inlineContent";
import { LAUNCHER_FRAME } from "../support/hostedWidget";
import { scriptTag } from "../support/hostSite";
import { importWidget } from "../support/importRecord";
import { expect, test } from "../support/test";

const CODE = "PSN-E2EHOME";

/** What the host's scripts do to the widget, besides the hosts of `swaps.ts`. */
const REMOVALS: Record<string, string> = {
  removed: "document.querySelector('pulsen-widget').remove()",
  emptied: "document.querySelector('pulsen-widget').innerHTML = ''",
  "moved to another place": "document.body.append(document.querySelector('pulsen-widget'))",
  "without its frames": "for (const frame of document.querySelectorAll('iframe')) frame.remove()",
};

for (const [name, script] of Object.entries(REMOVALS)) {
  test(`a widget that is ${name} while it is open comes back open, and works`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    await page.evaluate(`${script}; 0`);
    await expect(page.locator("pulsen-widget")).toHaveCount(1);
    await expect(page.locator("html > pulsen-widget")).toHaveCount(1);
    await expect(widget.question("q-mood")).toBeVisible();
    await widget.submitFeedback();
    await expect(widget.text("Thank you, we read everything")).toBeVisible();
    await widget.launcher.click();
    await expect(widget.contentFrame).toBeHidden();
  });
}

test("a chat continues after the host has removed the widget", async ({
  page,
  widget,
  pulsen,
  staff,
  host,
}) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2EOPEN") }));
  await widget.open();
  const { feedbackId } = await widget.submitFeedback();
  await widget.chat.send("Which lamps?");
  await expect(widget.chat.message("Which lamps?")).toContainText("Sent");
  await page.evaluate("document.documentElement.innerHTML = '<body>Another page</body>'; 0");
  await widget.chat.expectMessages("Which lamps?");
  await staff.sendMessage(feedbackId, "All of them");
  await widget.chat.expectMessages("Which lamps?", "All of them");
});

test("a modal that is removed gives the page back, and blocks it again", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, { modal_mode: true, node_id: "e2e-thanks" });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  await page.evaluate("document.querySelector('pulsen-widget').remove(); 0");
  await expect(widget.question("q-mood")).toBeVisible();
  expect(await page.evaluate(() => document.body.inert)).toBe(true);
  await widget.close();
  expect(await bodyAndRoot(page)).toEqual([false, null]);
});

test("an inline widget comes back in its place", async ({ page, widget, pulsen, host }) => {
  const tag = scriptTag(pulsen.url, CODE, ' data-psn-inline="#place"');
  await page.goto(host.add({ head: tag, body: '<div id="place"></div>' }));
  const inline = page.frameLocator(`#place #${INLINE_FRAME_ID}`);
  await expect(inline.locator('[data-question="q-mood"]')).toBeVisible();
  await page.evaluate("document.querySelector('html > pulsen-widget').remove(); 0");
  await expect(page.locator("html > pulsen-widget")).toHaveCount(1);
  await expect(inline.locator('[data-question="q-mood"]')).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.innerHTML = '<body><div id="place"></div></body>';
  });
  await expect(inline.locator('[data-question="q-mood"]')).toBeVisible();
  await expect(page.locator("pulsen-widget")).toHaveCount(2);
  await expect(widget.contentFrame).toHaveCount(0);
});

test("the time until it opens by itself starts over", async ({ page, widget, pulsen, host }) => {
  const code = importWidget(pulsen, { display_interval: 1.5, node_id: "e2e-thanks" });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
  await page.evaluate("document.querySelector('pulsen-widget').remove(); 0");
  await expect(widget.question("q-mood")).toBeVisible();
});

test("a host that removes it again and again is left alone, with one line on the console", async ({
  page,
  pulsen,
  host,
  consoleErrors,
}) => {
  const remover = `<script>
    new MutationObserver(() => {
      for (const child of [...document.documentElement.children])
        if (child !== document.head && child !== document.body) child.remove();
    }).observe(document.documentElement, { childList: true });
  </script>`;
  await page.goto(host.add({ head: remover + scriptTag(pulsen.url, CODE) }));
  await expect.poll(() => consoleErrors).toHaveLength(1);
  await expect(page.locator("pulsen-widget")).toHaveCount(0);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("keeps removing the feedback widget")]);
});

test("once destroyed it does not come back", async ({ page, pulsen, host }) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
  await page.evaluate(() => (window as unknown as { PSN: { destroy(): void } }).PSN.destroy());
  await expect(page.locator("pulsen-widget")).toHaveCount(0);
  await page.evaluate("document.documentElement.innerHTML = '<body>Another page</body>'; 0");
  // Until a task later, when it would be back.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.locator("pulsen-widget")).toHaveCount(0);
});

function bodyAndRoot(page: Page) {
  return page.evaluate(() => [document.body.inert, document.documentElement.getAttribute("style")]);
}
