import { CONTENT_FRAME, LAUNCHER_FRAME } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { callPsn, callWidget } from "./support/psn";
import { expect, test } from "./support/test";

const CODE = "PSN-E2EOPEN";

test("attributes of the script tag change the widget on this page", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const attributes = ' data-language="tr" data-position="top-left" data-z-index="7"';
  await page.goto(host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {}), attributes) }));
  await expect(widget.launcher).toHaveAccessibleName("Geri bildirim formunu aç");
  const box = await page.locator(LAUNCHER_FRAME).boundingBox();
  expect([box?.x, box?.y]).toEqual([20, 20]);
  const zIndex = await page.locator("pulsen-widget").evaluate((element) => getComputedStyle(element).zIndex);
  expect(zIndex).toBe("7");
});

test("wrong attributes are reported in one line and change nothing", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  const attributes = ' data-position="left" data-z-index="high" data-launcher=""';
  await page.goto(host.add({ head: scriptTag(pulsen.url, "PSN-E2EHOST", attributes) }));
  await expect(widget.launcher).toBeVisible();
  await expect.poll(() => consoleErrors).toHaveLength(1);
  expect(consoleErrors.splice(0)).toEqual([
    "[Pulsen] The script tag of the feedback widget has attributes with wrong values: data-position data-z-index data-launcher.",
  ]);
});

test("a tag without a launcher opens on the page's own buttons", async ({ page, widget, pulsen, host }) => {
  const head = scriptTag(pulsen.url, CODE, ' data-launcher="hidden"');
  const body = `<button data-psn-open id="own"><b>Feedback</b></button>
    <button data-psn-open="PSN-OTHER01" id="other">Other</button>`;
  await page.goto(host.add({ head, body }));
  await page.waitForFunction(() => "PSN" in window);
  await expect(widget.launcher).toBeHidden();
  await page.locator("#other").click();
  await expect(widget.contentFrame).toHaveCount(0);
  await page.locator("#own b").click();
  await expect(widget.question("q-mood")).toBeVisible();
  await widget.close();
  await page.locator("#own").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page.locator("#own")).toBeFocused();
});

test("closing gives the focus back to the page's own buttons and fields, beside a launcher", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const body = `<button data-psn-open id="own">Feedback</button><div id="shadow"></div><script>
    document.querySelector("#shadow").attachShadow({ mode: "open" }).innerHTML = '<input aria-label="Lamp">';
  </script>`;
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE), body }));
  await expect(widget.launcher).toBeVisible();
  await page.locator("#own").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page.locator("#own")).toBeFocused();

  const field = page.getByLabel("Lamp");
  await field.focus();
  await callPsn(page, "open");
  await expect(widget.question("q-mood")).toBeVisible();
  await expect(field).toBeFocused();
  await widget.choose("Not so good");
  await widget.close();
  await expect(field).toBeFocused();

  await widget.launcher.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(widget.launcher).toBeFocused();
});

test("a loader that a tag manager runs late finds its tag by the address", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await page.goto(host.add({}));
  await page.evaluate(
    async (src) => {
      const tag = document.createElement("script");
      tag.type = "text/plain";
      tag.src = src;
      tag.dataset.language = "tr";
      document.head.append(tag);
      const text = await (await fetch(src)).text();
      // Without a current script, as in a module.
      await Promise.resolve();
      new Function(text)();
    },
    `${pulsen.url}/loader/${importWidget(pulsen, {})}.js`,
  );
  await expect(widget.launcher).toHaveAccessibleName("Geri bildirim formunu aç");
});

test("the same tag twice makes one widget", async ({ page, widget, pulsen, host }) => {
  const tag = scriptTag(pulsen.url, CODE);
  await page.goto(host.add({ head: tag + tag }));
  await expect(widget.launcher).toBeVisible();
  await callPsn(page, "ready");
  await expect(page.locator("pulsen-widget")).toHaveCount(1);
});

test("several widgets on a page are each their own", async ({ page, widget, pulsen, host }) => {
  const languages = importWidget(pulsen, { node_id: "e2e-languages" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const tags = scriptTag(pulsen.url, CODE).replace(" async", "");
  const second = scriptTag(pulsen.url, languages, ' data-position="top-left"').replace(" async", "");
  await page.goto(host.add({ head: tags + second }));
  const secondLauncher = page.locator(`${LAUNCHER_FRAME}-${languages}`);
  await expect(widget.launcher).toBeVisible();
  await expect(secondLauncher).toBeVisible();
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);

  expect(await callPsn(page, "open")).toEqual({});
  await expect(widget.question("q-mood")).toBeVisible();
  expect(await callWidget(page, languages, "open")).toEqual({});
  const secondFrame = page.frameLocator(`${CONTENT_FRAME}-${languages}`);
  await expect(secondFrame.getByRole("textbox", { name: "What can we do better?" })).toBeVisible();
  expect(await callWidget(page, languages, "close")).toEqual({});
  await expect(page.locator(`${CONTENT_FRAME}-${languages}`)).toBeHidden();
  await expect(widget.contentFrame).toBeVisible();
  // One download serves both.
  expect(requests.filter((url) => url.includes("/loader/interaction-"))).toHaveLength(1);
  expect(
    Object.keys(await page.evaluate(() => JSON.parse(localStorage.getItem("FLOW/widget") ?? "{}"))),
  ).toEqual(["e2e-node", "e2e-languages"]);

  // With the first one gone, `window.PSN` speaks to the next.
  expect(await callPsn(page, "destroy")).toEqual({});
  await expect(page.locator("pulsen-widget")).toHaveCount(1);
  expect(await callPsn(page, "open")).toEqual({});
  await expect(page.locator(`${CONTENT_FRAME}-${languages}`)).toBeVisible();
});
