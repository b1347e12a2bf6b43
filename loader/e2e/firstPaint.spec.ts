import type { FrameLocator, Page } from "@playwright/test";
import { holdRequests } from "./support/holdRequests";
import { CONTENT_FRAME, type HostedWidget } from "./support/hostedWidget";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { stillBox } from "./support/pointer";
import { STUB } from "./support/psn";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test } from "./support/test";

const SCRIPTS = /\/assets\/.*\.js/;

/** Opens a host page. The scripts of the widget's content come when the returned function is called. */
async function openHeld(
  page: Page,
  host: HostSite,
  pulsen: PulsenServer,
  settings = {},
  head = "",
  query = "",
) {
  const code = importWidget(pulsen, settings);
  const release = await holdRequests(page, SCRIPTS);
  await page.goto(host.add({ head: STUB + head + scriptTag(pulsen.url, code) }) + query);
  return release;
}

const content = (page: Page): FrameLocator => page.frameLocator(CONTENT_FRAME);

/** The option of the first question, also in the HTML that comes before the scripts. */
const option = (page: Page) => content(page).getByRole("radio", { name: "Not so good" });

/** Checks the option of the first question, in the frame that may still become higher. */
async function check(widget: HostedWidget) {
  await expect(option(widget.page)).toBeVisible();
  await stillBox(widget.contentFrame);
  await option(widget.page).check();
}

/** Presses a button of the frame, which may still become higher, before the scripts are there. */
async function press(widget: HostedWidget, name: string) {
  await stillBox(widget.contentFrame);
  await content(widget.page).getByRole("button", { name, exact: true }).click();
}

const takenOver = (page: Page) =>
  expect(content(page).locator("#app:not([data-prerendered]) form")).toBeVisible();

/** Returns where everything in the content is, in its frame. */
function boxes(page: Page) {
  return content(page)
    .locator("#app *")
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height].join(" ");
      }),
    );
}

test("the first question is in the open widget before any script of its content, and nothing moves after", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const release = await openHeld(page, host, pulsen);
    await widget.open();
    await expect(option(page)).toBeVisible();
    await expectAccessible(page);
    const frame = await stillBox(widget.contentFrame);
    const before = await boxes(page);
    await release();
    await takenOver(page);
    expect(await boxes(page), `${width} pixels`).toEqual(before);
    expect(await stillBox(widget.contentFrame), `${width} pixels`).toEqual(frame);
  }
});

test("what is answered before the scripts are there counts", async ({ page, widget, pulsen, host }) => {
  const release = await openHeld(page, host, pulsen);
  await widget.open();
  await check(widget);
  await press(widget, "Next");
  await release();
  await widget.why().fill("Warmer lamps");
  const access = widget.waitForFeedback();
  await widget.press("Send");
  const { feedbackId } = await access;
  const rows = pulsen.query<{ responses: string }>(
    `SELECT responses FROM feedbacks WHERE id = '${feedbackId}'`,
  );
  expect(JSON.stringify(rows)).toContain("Warmer lamps");
});

test("before the scripts are there the widget closes by its button and by Escape, and opens again", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const release = await openHeld(page, host, pulsen);
  await widget.open();
  await check(widget);
  await press(widget, "Close");
  await expect(widget.contentFrame).toBeHidden();
  await widget.open();
  await option(page).focus();
  await page.keyboard.press("Escape");
  await expect(widget.contentFrame).toBeHidden();
  await widget.open();
  await release();
  await takenOver(page);
  await expect(widget.contentFrame).toBeVisible();
  await expect(widget.option("Not so good")).toBeChecked();
});

test("a widget that nobody has opened loads its scripts all the same", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const release = await openHeld(page, host, pulsen);
  await release();
  // The frame is there at the first sign that the visitor may open it.
  await widget.launcher.hover();
  await expect(content(page).locator("#app:not([data-prerendered]) form")).toBeAttached();
});

for (const [who, settings, head, query] of [
  [
    "a host page in another language",
    { node_id: "e2e-languages" },
    `<script>PSN("setLanguage", "tr")</script>`,
    "",
  ],
  ["a known visitor", {}, `<script>PSN("identify", { id: "ada" })</script>`, ""],
  ["an address that concerns feedback", {}, "", "?internal=true"],
] as const) {
  test(`${who} waits for the scripts`, async ({ page, widget, pulsen, host }) => {
    const release = await openHeld(page, host, pulsen, settings, head, query);
    await widget.open();
    await expect(content(page).locator("#app")).toBeHidden();
    await release();
    await expect(content(page).locator("#app form")).toBeVisible();
  });
}

test("a visitor with a chat does not see another first view before it", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const address = host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) });
  await page.goto(address);
  await widget.open();
  await widget.submitFeedback();
  await expect(widget.chat.log).toBeVisible();
  const release = await holdRequests(page, SCRIPTS);
  await page.reload();
  await widget.open();
  await expect(content(page).locator("#app")).toBeHidden();
  await release();
  await expect(widget.chat.log).toBeVisible();
});

test("where the scripts do not arrive, the open widget says so and can be closed", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) }));
  await widget.open();
  await expect(content(page).locator("#failure")).toContainText("could not be loaded");
  await press(widget, "Close");
  await expect(widget.contentFrame).toBeHidden();
  // Each file that the page loads by itself.
  for (const error of consoleErrors.splice(0)) expect(error).toContain("Failed to load resource");
});
