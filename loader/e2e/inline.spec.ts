import type { Page } from "@playwright/test";
import { INLINE_FRAME_ID } from "../src/inline/inlineContent";
import { ChatView } from "./support/chatView";
import { LAUNCHER_FRAME } from "./support/hostedWidget";
import { type HostSite, scriptTag } from "./support/hostSite";
import { readHostState } from "./support/hostState";
import { importWidget } from "./support/importRecord";
import { watchLayoutShifts } from "./support/layoutShifts";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test, waitForAnimations } from "./support/test";

const FRAME = `#${INLINE_FRAME_ID}`;
const PLACE = `<div id="place" style="min-height:420px"></div>`;
const BELOW = `<p id="below">What is below the form.</p><label>Newsletter <input id="newsletter"></label>`;

interface InlinePage {
  /** What the page has beside the script. */
  body?: string;
  attributes?: string;
  settings?: object;
  headers?: Record<string, string>;
}

/** Opens a host page with the widget in its column, and returns the inline flow. */
async function openInline(
  page: Page,
  host: HostSite,
  pulsen: PulsenServer,
  { body = PLACE + BELOW, attributes = "", settings = {}, headers = {} }: InlinePage = {},
) {
  const code = importWidget(pulsen, { ...settings });
  const head = scriptTag(pulsen.url, code, ` data-psn-inline="#place"${attributes}`);
  await page.goto(host.add({ head, body, headers }));
  return page.frameLocator(FRAME);
}

/** Returns the place of an element in the document once nothing moves any more. */
async function boxOf(page: Page, selector: string) {
  await waitForAnimations(page);
  return page.locator(selector).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y: y + scrollY, width, height };
  });
}

/** Waits until the frame is exactly as high as its content. */
async function expectFullHeight(page: Page) {
  const heights = async () => {
    const frame = await (await page.locator(FRAME).elementHandle())?.contentFrame();
    const content = await frame?.evaluate(() =>
      Math.ceil(document.querySelector(".frame")?.getBoundingClientRect().height ?? 0),
    );
    const scrolls = await frame?.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    return [(await boxOf(page, FRAME)).height === content, scrolls];
  };
  await expect.poll(heights).toEqual([true, false]);
}

test("the flow is a part of the page, and as high as its content @phone", async ({ page, pulsen, host }) => {
  const flow = await openInline(page, host, pulsen);
  await expect(flow.getByText("How was your visit?")).toBeVisible();
  await expect(page.locator(LAUNCHER_FRAME)).toBeHidden();
  expect(await page.evaluate(() => document.hasFocus() && document.activeElement === document.body)).toBe(
    true,
  );
  await expect(flow.getByRole("button", { name: "Close" })).toHaveCount(0);
  await expect(page.getByTitle("Feedback", { exact: true }).and(page.locator(FRAME))).toBeVisible();
  await expectFullHeight(page);
  const place = await boxOf(page, "#place");
  expect(await boxOf(page, FRAME)).toMatchObject({ x: place.x, y: place.y, width: place.width });
  await expectAccessible(page);

  await flow.getByText("Not so good").click();
  await flow.getByRole("button", { name: "Next", exact: true }).click();
  await flow.getByRole("textbox", { name: "What can we do better?" }).fill("Warmer lamps");
  await expectFullHeight(page);
  await flow.getByRole("button", { name: "Send", exact: true }).click();
  const chat = new ChatView(flow);
  await chat.send("Hello");
  await chat.expectMessages("Hello");
  const height = async () => (await boxOf(page, FRAME)).height;
  await expect.poll(async () => (await height()) >= 320 && (await height()) <= 600).toBe(true);
  await expectAccessible(page);
});

test("a long flow has no inner scrolling, and the page scrolls to its top and to what is missing", async ({
  page,
  pulsen,
  host,
}) => {
  const settings = { node_id: "demo-widget" };
  const flow = await openInline(page, host, pulsen, {
    settings,
    body: `<div style="height:900px"></div>${PLACE}<div style="height:1500px"></div>`,
  });
  await expect(flow.locator("[data-question]").first()).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.setViewportSize({ width: 400, height: 300 });
  // Browsers lay out no frame of another site that is out of view.
  await page.locator(FRAME).scrollIntoViewIfNeeded();
  await expectFullHeight(page);
  const next = flow.getByRole("button", { name: "Next", exact: true });
  // A frame out of view does nothing that a test could wait for.
  const scrollToNext = async () => {
    const inFrame = await next.evaluate((button) => button.getBoundingClientRect().top);
    const { y } = await boxOf(page, FRAME);
    await page.evaluate((top) => scrollTo(0, top), y + inFrame - 200);
  };
  await scrollToNext();
  await next.click();
  const isInView = () =>
    page.locator(FRAME).evaluate((frame) => {
      const { top } = frame.getBoundingClientRect();
      return top >= -1 && top < innerHeight;
    });
  // The required question at the top has no answer.
  await expect(flow.getByText("Choose one answer.").first()).toBeInViewport();
  await flow.getByRole("radio").first().check();
  // A key tells the flow that the visitor is busy: it does not scroll to the next question by itself.
  await page.keyboard.press("Shift");
  await scrollToNext();
  await next.click();
  await expect.poll(isInView).toBe(true);
});

test("the keyboard passes through the form like through the rest of the page", async ({
  page,
  pulsen,
  host,
}) => {
  const flow = await openInline(page, host, pulsen);
  // What the scripts have drawn: the same as in the HTML that it comes with, but other elements.
  await expect(flow.locator("#app:not([data-prerendered])")).toContainText("How was your visit?");
  await page.getByRole("button", { name: "Buy" }).focus();
  await page.keyboard.press("Tab");
  await expect(flow.getByRole("radio", { name: "Lovely" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(flow.getByRole("button", { name: "Next", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("#newsletter")).toBeFocused();
  await expect(page.locator(FRAME)).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(flow.getByRole("button", { name: "Next", exact: true })).toBeFocused();
});

test("a page that has reserved its place does not move", async ({ page, pulsen, host }) => {
  const shifts = await watchLayoutShifts(page);
  const flow = await openInline(page, host, pulsen, {
    body: `<div id="place" style="min-height:600px"></div>${BELOW}`,
  });
  await expect(flow.getByText("How was your visit?")).toBeVisible();
  await expectFullHeight(page);
  expect(await shifts()).toEqual([]);
});

test("a place that comes later, goes and comes back has the form each time", async ({
  page,
  pulsen,
  host,
}) => {
  const flow = await openInline(page, host, pulsen, { body: "" });
  const addPlace = () =>
    page.evaluate(() => {
      const place = document.createElement("section");
      place.id = "place";
      document.querySelector("main")?.append(place);
    });
  for (let times = 0; times < 3; times += 1) {
    await addPlace();
    await flow.getByText("Not so good").click();
    await expect(flow.getByRole("radio", { name: "Not so good" })).toBeChecked();
    await page.evaluate(() => document.querySelector("#place")?.remove());
    await expect(page.locator(FRAME)).toHaveCount(0);
  }
});

test("a missing place is reported once, and found when it is there", async ({
  page,
  pulsen,
  host,
  consoleErrors,
}) => {
  await page.clock.install();
  const reported = page.waitForEvent("console", (message) => message.text().includes("There is no element"));
  const flow = await openInline(page, host, pulsen, { body: "" });
  const isReported = reported.then(() => true);
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return Promise.race([isReported, false]);
    })
    .toBe(true);
  await page.clock.runFor(60_000);
  expect(consoleErrors.filter((text) => text.includes(`no element "#place"`))).toHaveLength(1);
  consoleErrors.length = 0;
  await page.evaluate(() => {
    document.querySelector("main")?.insertAdjacentHTML("beforeend", `<div id="place"></div>`);
  });
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await expect(flow.getByText("How was your visit?")).toBeVisible();
});

test("what is no selector is reported", async ({ page, pulsen, host, consoleErrors }) => {
  const reported = page.waitForEvent("console", (message) => message.text().includes("is not a selector"));
  const code = importWidget(pulsen, {});
  await page.goto(host.add({ head: scriptTag(pulsen.url, code, ` data-psn-inline="##"`), body: PLACE }));
  await reported;
  expect(consoleErrors).toHaveLength(1);
  consoleErrors.length = 0;
});

test("the host hides, shows and removes it, and its page is as before", async ({ page, pulsen, host }) => {
  await page.goto(host.add({ body: PLACE + BELOW }));
  const before = await readHostState(page);
  const flow = await openInline(page, host, pulsen);
  await expect(flow.getByText("How was your visit?")).toBeVisible();
  const call = (name: string) =>
    page.evaluate((command) => (window as never as Record<"PSN", (name: string) => void>).PSN(command), name);
  await call("hide");
  await expect(page.locator(FRAME)).toBeHidden();
  await call("show");
  await expect(flow.getByText("How was your visit?")).toBeVisible();
  await call("destroy");
  await expect(page.locator(FRAME)).toHaveCount(0);
  const after = await readHostState(page);
  expect(after.body).toBe(before.body);
  expect(after.replaced).toEqual(before.replaced);
  expect(after.styles).toEqual(before.styles);
});

test("a header is shown where the host wants one", async ({ page, pulsen, host }) => {
  const flow = await openInline(page, host, pulsen, { attributes: " data-psn-header" });
  await expect(flow.getByRole("banner").getByText("Fener Coffee")).toBeVisible();
  await expectFullHeight(page);
});

test("the form is only where its domains allow it", async ({ page, pulsen, host, consoleErrors }) => {
  const reported = page.waitForEvent("console", (message) => message.text().includes("Domain Not Allowed"));
  await openInline(page, host, pulsen, { settings: { enabled_domains: ["shop.example"] } });
  await reported;
  await expect(page.locator(FRAME)).toHaveCount(0);
  consoleErrors.length = 0;
});
