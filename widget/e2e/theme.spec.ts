import { expectAccessible, openBubble, waitForAnimations } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { importPages } from "./support/pageRecords";
import { expect, type Page, test } from "./support/test";

const LIGHT = "rgb(255, 255, 255)";
const DARK = "rgb(29, 31, 36)";

test.beforeAll(({ pulsen }) => {
  importPages(pulsen);
  const node = { name: "Fener Coffee", flow_id: "pages-default", primary_color: "#0B2545" };
  importRecords(pulsen, {
    nodes: [
      { ...node, id: "theme-none" },
      { ...node, id: "theme-dark", theme: "dark" },
    ],
    widgets: [
      {
        code: "PSN-THEME01",
        node_id: "theme-dark",
        popover_text: { en: "How was it?" },
        primary_color: "#0B2545",
      },
      { code: "PSN-THEME02", node_id: "theme-none", popover_text: { en: "How was it?" } },
    ],
  });
});

const surface = (page: Page) =>
  page.locator(".card").evaluate((card) => getComputedStyle(card).backgroundColor);

test("a node is light unless it asks for another theme, whatever the browser prefers", async ({
  page,
  pulsen,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${pulsen.url}/feedback?node_id=theme-none`);
  expect(await surface(page)).toBe(LIGHT);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator('link[href*="dark"]')).toHaveCount(0);
});

test("a dark page is dark before any script runs, and light on paper", async ({ browser, page, pulsen }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const first = await context.newPage();
  await first.goto(`${pulsen.url}/feedback?node_id=theme-dark`);
  await expect(first.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(first.locator("html")).toHaveCSS("color-scheme", "dark");
  await expect(first.locator("#app")).toHaveCount(1);
  await expect(first.locator(".page-failure").first()).toHaveCSS("color", "rgb(236, 238, 242)");
  await context.close();

  await page.goto(`${pulsen.url}/feedback?node_id=theme-dark`);
  expect(await surface(page)).toBe(DARK);
  await page.emulateMedia({ media: "print" });
  expect(await surface(page)).toBe(LIGHT);
});

test("an automatic theme follows the browser while the page is open", async ({ page, pulsen }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${pulsen.url}/feedback?node_id=pages-default`);
  expect(await surface(page)).toBe(DARK);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => surface(page)).toBe(LIGHT);
});

test("the widget has its node's theme, from the text beside the launcher to the frame", async ({
  page,
  pulsen,
}) => {
  const popover = (await openBubble(page)).locator("div");
  await page.goto(`${pulsen.url}/widget?code=PSN-THEME01`);
  await expect(popover).toBeVisible();
  const isDark = (color: string) => color.match(/\d+/g)?.every((channel) => Number(channel) < 64);
  expect(isDark(await popover.evaluate((text) => getComputedStyle(text).backgroundColor))).toBe(true);
  await shoot(page, "widget-closed-dark");

  const { element, content } = await openWidget(page);
  await expect(content.locator('[data-question="q-mood"]')).toBeVisible();
  await expect(element).toHaveCSS("background-color", DARK);
  await expect(content.locator("body")).toHaveCSS("background-color", DARK);
  await expectAccessible(page);
  await shoot(page, "widget-open-dark");

  await page.goto(`${pulsen.url}/widget?code=PSN-THEME02`);
  await expect(popover).toHaveCSS("background-color", LIGHT);
});

test("an automatic theme reaches into the frame", async ({ page, pulsen }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${pulsen.url}/widget?code=PSN-PAGES01`);
  const { element, content } = await openWidget(page);
  await expect(content.locator("body")).toHaveCSS("background-color", DARK);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(content.locator("body")).toHaveCSS("background-color", LIGHT);
  await expect(element).toHaveCSS("background-color", LIGHT);
});

test("forced colors leave nothing invisible", async ({ page, pulsen }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${pulsen.url}/feedback?node_id=theme-dark`);
  await page.getByText("Just fine", { exact: true }).click();
  const drawn = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { borderTopColor, borderTopStyle, backgroundColor } = getComputedStyle(element);
      return borderTopStyle === "solid" && borderTopColor !== backgroundColor;
    });
  for (const selector of [".option:has(:checked)", ".option:not(:has(:checked))", ".button"]) {
    expect(await drawn(selector), selector).toBe(true);
  }
  await expect(page.locator(".option:has(:checked)")).toHaveCSS("outline-style", "solid");
  await expect(page.locator(".option:not(:has(:checked))")).toHaveCSS("outline-style", "none");
  await shoot(page, "forced-colors");
});

async function openWidget(page: Page) {
  await page.frameLocator("#psn-widget-button-frame").getByRole("button").click();
  const element = page.locator("#psn-widget-content-frame");
  await expect(element).toBeVisible();
  return { element, content: page.frameLocator("#psn-widget-content-frame") };
}

async function shoot(page: Page, name: string) {
  const folder = process.env.PULSEN_SHOTS;
  if (!folder) return;
  await waitForAnimations(page);
  await page.screenshot({ path: `${folder}/theme-${name}.png` });
}
