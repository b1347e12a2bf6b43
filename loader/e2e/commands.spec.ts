import type { Page } from "@playwright/test";
import { openBubble } from "./support/bubble";
import { CONTENT_FRAME } from "./support/hostedWidget";
import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { callPsn, heard, listenScript, STUB } from "./support/psn";
import { expect, test } from "./support/test";

const CODE = "PSN-E2EOPEN";

test("commands open, close, hide and show the widget, and their promises tell when", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await page.goto(host.add({ head: STUB + scriptTag(pulsen.url, CODE) }));
  expect(await callPsn(page, "ready")).toEqual({});
  expect(await isOpen(page)).toBe(false);

  expect(await callPsn(page, "open")).toEqual({});
  await expect(widget.contentFrame).toBeVisible();
  expect(await isOpen(page)).toBe(true);
  expect(await callPsn(page, "close")).toEqual({});
  await expect(widget.contentFrame).toBeHidden();
  expect(await callPsn(page, "toggle")).toEqual({});
  await expect(widget.contentFrame).toBeVisible();

  expect(await callPsn(page, "hide")).toEqual({});
  await expect(widget.launcher).toBeHidden();
  expect(await callPsn(page, "open")).toEqual({ code: "not_allowed" });
  expect(await callPsn(page, "show")).toEqual({});
  await expect(widget.launcher).toBeVisible();
  expect(await callPsn(page, "openOnce")).toEqual({ value: true });
  await expect(widget.contentFrame).toBeVisible();

  expect(await callPsn(page, "destroy")).toEqual({});
  await expect(page.locator("pulsen-widget")).toHaveCount(0);
  expect(await page.evaluate(() => "PSN" in window)).toBe(false);
});

test("commands before the script has loaded are carried out, and their promises kept", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  const early = `<script>
    var outcomes = {};
    function keep(name, promise) {
      promise.then(function (value) { outcomes[name] = ["done", value] }, function (e) { outcomes[name] = [e.name, e.code] });
    }
    keep("prefill", PSN.prefill({ why: "Çay" }));
    keep("setLanguage", PSN.setLanguage("tr"));
    keep("open", PSN.open());
    keep("openByName", PSN("open"));
    keep("unknown", PSN("opne"));
  </script>\n`;
  const code = importWidget(pulsen, { node_id: "e2e-languages" });
  await page.goto(host.add({ head: STUB + early + scriptTag(pulsen.url, code) }));
  await expect(widget.textBox("Neyi daha iyi yapabiliriz?")).toHaveValue("Çay");
  await expect(widget.launcher).toHaveAccessibleName("Kapat");
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { outcomes: object }).outcomes))
    .toEqual({
      prefill: ["done", undefined],
      setLanguage: ["done", undefined],
      open: ["done", undefined],
      openByName: ["done", undefined],
      unknown: ["PulsenError", "unknown_command"],
    });
  expect(consoleErrors.splice(0)).toEqual(['[Pulsen] window.PSN has no command "opne".']);
});

test("the host learns of all that happens, and nothing is loaded only for that", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const types = ["READY", "DISPLAYED", "OPENED", "CLOSED", "HID", "PAGE"].map((t) => `PSN_WIDGET_${t}`);
  const listen = listenScript(...types.slice(2), "PSN_FEEDBACK_SUBMITTED");
  await page.goto(host.add({ head: STUB + listen + scriptTag(pulsen.url, CODE) }));
  await expect(widget.launcher).toBeVisible();
  expect(requests.filter((url) => url.includes("interaction"))).toEqual([]);
  await widget.open();
  const { feedbackId } = await widget.submitFeedback();
  await expect
    .poll(async () => (await heard(page)).map(([type]) => type))
    .toContain("PSN_FEEDBACK_SUBMITTED");
  // The page of the chat may come later.
  await expect.poll(() => heard(page)).toContainEqual(["PSN_WIDGET_PAGE", { page_state: "chat" }]);
  await callPsn(page, "hide");
  const channel = { channel_id: "e2e-channel", channel_name: "Fener Coffee website" };
  const messages = await heard(page);
  expect(messages).toContainEqual(["PSN_WIDGET_OPENED", channel]);
  expect(messages).toContainEqual([
    "PSN_FEEDBACK_SUBMITTED",
    expect.objectContaining({ feedback_id: feedbackId, node_id: "e2e-node" }),
  ]);
  expect(messages.slice(-2)).toEqual([
    ["PSN_WIDGET_CLOSED", channel],
    ["PSN_WIDGET_HID", channel],
  ]);
});

test("a host that wants to learn of the launcher learns of it", async ({ page, pulsen, host }) => {
  const listen = listenScript("PSN_WIDGET_READY", "PSN_WIDGET_DISPLAYED");
  await page.goto(host.add({ head: STUB + listen + scriptTag(pulsen.url, CODE) }));
  await expect
    .poll(async () => (await heard(page)).map(([type]) => type))
    .toEqual(["PSN_WIDGET_READY", "PSN_WIDGET_DISPLAYED"]);
});

test("setLanguage changes launcher and frame at once", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  const code = importWidget(pulsen, {
    node_id: "e2e-languages",
    popover_text: { en: "Tell us", tr: "Anlatın" },
  });
  const bubble = await openBubble(page);
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await expect(bubble.getByRole("button", { name: "Tell us" })).toBeVisible();
  expect(await callPsn(page, "setLanguage", "TR")).toEqual({});
  await expect(bubble.getByRole("button", { name: "Anlatın" })).toBeVisible();
  await expect(bubble.getByRole("button", { name: "Tell us" })).toHaveCount(0);
  await expect(widget.launcher).toHaveAccessibleName("Anlatın");
  await widget.open();
  await expect(widget.textBox("Neyi daha iyi yapabiliriz?")).toBeVisible();
  expect(await callPsn(page, "setLanguage", "ar")).toEqual({});
  await expect(widget.textBox("ما الذي يمكننا تحسينه؟")).toBeVisible();
  expect(consoleErrors).toEqual([]);

  // A language that the flow does not have is reported, and changes nothing in it.
  expect(await callPsn(page, "setLanguage", "fr")).toEqual({});
  await expect.poll(() => consoleErrors).toEqual(['PSN.setLanguage: the flow has no language "fr".']);
  await expect(widget.textBox("ما الذي يمكننا تحسينه؟")).toBeVisible();
  expect(await callPsn(page, "setLanguage", "french!")).toEqual({ code: "invalid_argument" });
  expect(consoleErrors.splice(0)).toHaveLength(2);
});

test("setLanguage changes a chat and the list of previous feedback while they are shown", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  await page.goto(host.add({ head: STUB + scriptTag(pulsen.url, CODE) }));
  await widget.open();
  await widget.submitFeedback();
  await expect(widget.chat.box).toBeEnabled();
  await widget.chat.box.fill("A draft");
  for (const [language, end, direction, box] of [
    ["he", "סיום הצ׳אט", "rtl", "הודעה"],
    ["ja", "チャットを終了", "ltr", "メッセージ"],
  ] as const) {
    expect(await callPsn(page, "setLanguage", language)).toEqual({});
    await expect(widget.button(end)).toBeVisible();
    await expect(widget.textBox(box)).toHaveValue("A draft");
    const root = page.frameLocator(CONTENT_FRAME).locator("html");
    await expect(root).toHaveAttribute("lang", language);
    await expect(root).toHaveAttribute("dir", direction);
  }
  await widget.button("これまでのフィードバック").click();
  await expect(widget.heading("これまでのフィードバック")).toBeVisible();
  expect(await callPsn(page, "setLanguage", "tr")).toEqual({});
  await expect(widget.heading("Önceki geri bildirimleriniz")).toBeVisible();
  await widget.press("Geri");
  await expect(widget.button("Sohbeti sonlandır")).toBeVisible();
  expect(consoleErrors).toEqual([]);

  // A language without texts is reported, and changes nothing.
  expect(await callPsn(page, "setLanguage", "tlh")).toEqual({});
  await expect.poll(() => consoleErrors).toEqual(['PSN.setLanguage: there are no texts in "tlh".']);
  consoleErrors.splice(0);
  await expect(widget.button("Sohbeti sonlandır")).toBeVisible();
});

test("prefill answers by key, also while the flow is shown, and reports what the flow does not have", async ({
  page,
  widget,
  pulsen,
  host,
  consoleErrors,
}) => {
  await page.goto(host.add({ head: scriptTag(pulsen.url, CODE) }));
  await widget.open();
  await expect(widget.option("Lovely")).not.toBeChecked();
  expect(await callPsn(page, "prefill", { mood: "good", why: "The tea", colour: "blue" })).toEqual({});
  await expect(widget.option("Lovely")).toBeChecked();
  await expect.poll(() => consoleErrors.splice(0)).toEqual(["PSN.prefill: the flow has no question colour."]);
  await widget.press("Next");
  await expect(widget.why()).toHaveValue("The tea");
});

test("identify is refused with a code where the widget takes only what is signed", async ({
  page,
  pulsen,
  host,
  consoleErrors,
}) => {
  const code = importWidget(pulsen, { secure_mode: true, secret: "0123456789abcdef0123456789abcdef" });
  await page.goto(host.add({ head: STUB + scriptTag(pulsen.url, code) }));
  expect(await callPsn(page, "identify", { email: "ada@example.com" })).toEqual({
    code: "unsigned_attributes",
  });
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("unsigned_attributes")]);
});

test("a refused command that nobody waits for leaves one line at most on the console", async ({
  page,
  pulsen,
  host,
  consoleErrors,
}) => {
  const careless = `<script>PSN.hide(); PSN.open(); PSN("opne"); PSN.prefill(7);</script>\n`;
  await page.goto(host.add({ head: STUB + careless + scriptTag(pulsen.url, CODE) }));
  await page.evaluate(() => void (window as unknown as { PSN(name: string): void }).PSN("also unknown"));
  await expect.poll(() => consoleErrors).toHaveLength(3);
  await callPsn(page, "ready");
  expect(consoleErrors.splice(0)).toEqual([
    expect.stringContaining('no command "opne"'),
    expect.stringContaining("PSN.prefill takes an object"),
    expect.stringContaining('no command "also unknown"'),
  ]);
});

for (const declaration of ["var PSN = function", "function PSN"]) {
  test(`a widget that was destroyed can be inserted again where the stub is a "${declaration}"`, async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const stub = `<script>${declaration} () { (PSN.q = PSN.q || []).push(arguments) }</script>\n`;
    await page.goto(host.add({ head: stub + scriptTag(pulsen.url, CODE) }));
    for (let round = 0; round < 2; round += 1) {
      await widget.open();
      await expect(widget.question("q-mood")).toBeVisible();
      expect(await callPsn(page, "destroy")).toEqual({});
      await expect(page.locator("pulsen-widget")).toHaveCount(0);
      expect(await page.evaluate(() => (window as unknown as { PSN: unknown }).PSN)).toBeUndefined();
      await page.evaluate((src) => {
        const script = document.createElement("script");
        script.src = src;
        document.head.append(script);
      }, `${pulsen.url}/loader/${CODE}.js`);
    }
    await widget.open();
  });
}

function isOpen(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { PSN: { isOpen(): boolean } }).PSN.isOpen());
}
