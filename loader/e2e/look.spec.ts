import type { Locator, Page } from "@playwright/test";
import { openBubble } from "./support/bubble";
import { CONTENT_FRAME } from "./support/hostedWidget";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test, waitForAnimations } from "./support/test";

const FROM_PAGE = ' data-theme="from-page"';
const WIDGET = { primary_color: "#8A1C5C", popover_text: { en: "How was your visit?" } };

/** As buttons of shops are: a small gray one, a larger green one, and one without a color of its own. */
const BUTTONS = `<style>
    button { padding: 6px 10px; border: 0; border-radius: 3px; color: #333; background: #ddd; font: 16px serif }
    .order { padding: 12px 40px; border-radius: 6px; color: #fffae6; background: #0b6b3a; font-family: "Fira Sans", "DejaVu Sans Mono", monospace }
    .plain { padding: 20px 90px; background: none }
  </style>
  <button>Menu</button> <button class="order">Order now</button> <button class="plain">More</button>`;

async function openHost(page: Page, host: HostSite, pulsen: PulsenServer, body: string, settings = {}) {
  const code = importWidget(pulsen, { ...WIDGET, ...settings });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code, FROM_PAGE), body }));
}

const colorsOf = async (button: Locator) => {
  await expect(button).toBeVisible();
  return button.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color];
  });
};

test("the widget takes color, font and radius from the page's own button", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const bubble = await openBubble(page);
  await openHost(page, host, pulsen, BUTTONS);
  expect(await colorsOf(widget.launcher)).toEqual(["rgb(11, 107, 58)", "rgb(255, 250, 230)"]);
  await expect(bubble).toHaveCSS("border-radius", "6px");
  await expect(bubble.locator("div")).toHaveCSS("font-family", '"Fira Sans", "DejaVu Sans Mono", monospace');
  await widget.open();
  const next = widget.button("Next");
  expect(await colorsOf(next)).toEqual(["rgb(11, 107, 58)", "rgb(255, 255, 255)"]);
  await expect(next).toHaveCSS("border-radius", "6px");
  await expect(next).toHaveCSS("font-family", /^"Fira Sans", "DejaVu Sans Mono", monospace, system-ui/);
  await expect(page.locator(CONTENT_FRAME)).toHaveCSS("border-radius", "6px");
  await waitForAnimations(page);
  await expectAccessible(page);
});

test("colors of the page that cannot be read are replaced", async ({ page, widget, pulsen, host }) => {
  const body = `<button style="padding:20px;border:0;color:#fff;background:#ffe600">Order now</button>`;
  await openHost(page, host, pulsen, body);
  expect(await colorsOf(widget.launcher)).toEqual(["rgb(255, 230, 0)", "rgb(0, 0, 0)"]);
  await widget.open();
  expect(await colorsOf(widget.button("Next"))).toEqual(["rgb(255, 230, 0)", "rgb(0, 0, 0)"]);
});

test("a dark page's button is taken as well", async ({ page, widget, pulsen, host }) => {
  const body = `<style>body { background: #111 } button { border: 0; padding: 20px; color: #111; background: #f5f5f5 }</style>
    <button style="background:#1a1a1a;width:200px">Dark</button><button>Order now</button>`;
  await openHost(page, host, pulsen, body);
  expect(await colorsOf(widget.launcher)).toEqual(["rgb(245, 245, 245)", "rgb(17, 17, 17)"]);
});

test("without such a button, or without what reads it, the widget is as its record says", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  const own = ["rgb(138, 28, 92)", "rgb(255, 255, 255)"];
  await openHost(page, host, pulsen, `<button style="background:none">Menu</button>`);
  expect(await colorsOf(widget.launcher)).toEqual(own);
  await widget.open();
  await expect(widget.button("Next")).toHaveCSS("border-radius", "999px");

  await page.route("**/loader/look-*", (route) => route.fulfill({ status: 404 }));
  await openHost(page, host, pulsen, BUTTONS);
  expect(await colorsOf(widget.launcher)).toEqual(own);
  // The browser's own line.
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("404")]);
});

test("the side tab takes them too", async ({ page, widget, pulsen, host }) => {
  await openHost(page, host, pulsen, BUTTONS, { modal_mode: true });
  expect(await colorsOf(widget.launcher)).toEqual(["rgb(11, 107, 58)", "rgb(255, 250, 230)"]);
  await expect(widget.launcher).toHaveCSS("font-family", /^"Fira Sans"/);
});

test("a page that asks for nothing loads nothing to look at its buttons", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, WIDGET)), body: BUTTONS }));
  expect(await colorsOf(widget.launcher)).toEqual(["rgb(138, 28, 92)", "rgb(255, 255, 255)"]);
  expect(requests.filter((url) => url.includes("/look-"))).toEqual([]);
});
