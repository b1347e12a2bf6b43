import type { Page } from "@playwright/test";
import { CONTENT_FRAME, type HostedWidget } from "./support/hostedWidget";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { callPsn, STUB } from "./support/psn";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, test } from "./support/test";

/** Returns the names of what is stored on the host's origin and, by its own frame, on the provider's, in order. */
async function stored(page: Page, widget?: HostedWidget): Promise<string[]> {
  const names = () => Object.keys(localStorage).sort();
  const inHost = await page.evaluate(names);
  return widget ? inHost.concat(await (await widget.frame()).evaluate(names)) : inHost;
}

/** Opens a page and returns the paths that it asks the provider for. */
async function openHost(page: Page, host: HostSite, pulsen: PulsenServer, code: string, attributes = "") {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === pulsen.url) paths.push(pathname);
  });
  await page.goto(host.add({ head: STUB + scriptTag(pulsen.url, code, attributes) }));
  return paths;
}

for (const [name, settings, attributes] of [
  ["the widget's setting", { consent: "required" }, ""],
  ["the tag's attribute", {}, ' data-consent="required"'],
] as const) {
  test(`without consent there is no widget, no request and nothing stored: by ${name}`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const code = importWidget(pulsen, { ...settings, display_once: true, display_on_exit: true });
    const paths = await openHost(page, host, pulsen, code, attributes);
    await page.waitForFunction(() => !!document.querySelector("pulsen-widget"));
    await expect(widget.launcher).toBeHidden();
    expect(paths).toEqual([`/loader/${code}.js`]);
    expect(await callPsn(page, "open")).toEqual({ code: "consent_required" });
    expect(await callPsn(page, "show")).toEqual({ code: "consent_required" });
    await expect(widget.launcher).toBeHidden();
    await expect(widget.contentFrame).toHaveCount(0);
    expect(await stored(page)).toEqual([]);

    expect(await callPsn(page, "consent", true)).toEqual({});
    await expect(widget.launcher).toBeVisible();
    expect(await stored(page)).toEqual(["FLOW/widget"]);
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
  });
}

test("the withdrawal of consent erases what is stored on both origins, and closes the widget", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, { consent: "required" });
  await openHost(page, host, pulsen, code);
  await callPsn(page, "consent", true);
  await widget.open();
  await widget.choose("Lovely");
  await expect.poll(() => stored(page, widget)).toContain("FLOW/device_id");

  expect(await callPsn(page, "consent", false)).toEqual({});
  await expect(page.locator(CONTENT_FRAME)).toHaveCount(0);
  await expect(widget.launcher).toBeHidden();
  expect(await stored(page)).toEqual([]);
  expect(await callPsn(page, "open")).toEqual({ code: "consent_required" });

  // Consent can be given again; nothing of before is left.
  await callPsn(page, "consent", true);
  await widget.launcher.hover();
  await expect(widget.contentFrame).toBeAttached();
  await expect.poll(async () => (await widget.frame()).url()).toContain("/widget");
  await (await widget.frame()).waitForSelector("[data-question]", { state: "attached" });
  expect(await stored(page, widget)).toEqual([]);
});

test("what an earlier page has stored is erased without showing anything", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const code = importWidget(pulsen, {});
  const paths = await openHost(page, host, pulsen, code);
  await widget.open();
  await widget.choose("Lovely");
  await expect.poll(() => stored(page, widget)).toContain("FLOW/device_id");
  await page.reload();
  await expect(widget.launcher).toBeVisible();
  expect(await callPsn(page, "consent", false)).toEqual({});
  await expect(widget.launcher).toBeHidden();
  await expect(page.locator("pulsen-widget iframe")).not.toHaveCount(3);
  await callPsn(page, "consent", true);
  await widget.launcher.hover();
  await expect(widget.contentFrame).toBeAttached();
  await (await widget.frame()).waitForSelector("[data-question]", { state: "attached" });
  expect(await stored(page, widget)).toEqual([]);
  expect(paths.filter((path) => path === "/widget")).toHaveLength(3);
});

test("the refusal of consent makes no frame where nothing was stored", async ({ page, pulsen, host }) => {
  const code = importWidget(pulsen, { consent: "required" });
  const paths = await openHost(page, host, pulsen, code);
  expect(await callPsn(page, "consent", false)).toEqual({});
  expect(paths).not.toContain("/widget");
  expect(await stored(page)).toEqual([]);
});

test("nothing is stored on the provider's origin until the visitor answers", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await openHost(page, host, pulsen, "PSN-E2EOPEN");
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  expect(await stored(page, widget)).toEqual(["FLOW/widget"]);
  await widget.choose("Lovely");
  await expect.poll(() => stored(page, widget)).toContain("FLOW/device_id");
  await expect.poll(() => stored(page, widget)).toContain("FLOW/session");
});
