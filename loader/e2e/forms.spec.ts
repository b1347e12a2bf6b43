import type { Page } from "@playwright/test";
import { BUBBLE_ID } from "../src/bubble/bubbleStyles";
import { BUBBLE, openBubble } from "./support/bubble";
import { LAUNCHER_FRAME } from "./support/hostedWidget";
import { type HostSite, scriptTag } from "./support/hostSite";
import { readHostState } from "./support/hostState";
import { importWidget } from "./support/importRecord";
import { watchLayoutShifts } from "./support/layoutShifts";
import { callPsn } from "./support/psn";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test, waitForAnimations } from "./support/test";

const TEXT = { en: "How was your visit?", tr: "Ziyaretiniz nasıldı?" };
const MODAL = { modal_mode: true, modal_toggle_text: { en: "Your opinion" } };

/** A page that scrolls. */
const LONG = `<div style="height:4000px"></div>`;

async function openHost(page: Page, host: HostSite, pulsen: PulsenServer, settings: object, head = "") {
  const code = importWidget(pulsen, { ...settings });
  await page.goto(host.add({ head: head + scriptTag(pulsen.url, code), body: LONG }));
}

/** Texts of six scripts, some without spaces, and one long word. */
const SCRIPTS = {
  la: "Tell us more about your visit to our little shop by the sea, please. It takes a minute",
  ru: "Расскажите нам подробнее о вашем посещении нашего маленького магазина у моря, пожалуйста",
  ar: "أخبرنا المزيد عن زيارتك لمتجرنا الصغير بجانب البحر من فضلك فلن يستغرق ذلك سوى دقيقة واحدة",
  hi: "हमारी छोटी दुकान में आपकी यात्रा कैसी रही कृपया हमें और बताएं इसमें केवल एक मिनट लगेगा धन्यवाद जी",
  th: "บอกเราเพิ่มเติมเกี่ยวกับการเยี่ยมชมร้านเล็กๆริมทะเลของเราหน่อยนะคะใช้เวลาเพียงหนึ่งนาทีขอบคุณมากค่ะ",
  zh: "请告诉我们更多关于您光临海边小店的感受这只需要一分钟非常感谢您的支持与帮助".repeat(3),
  wo: "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(2),
};

/** Returns the beginnings of these texts of 1 to 80 letters, by the language codes under which a widget has them. */
function textsOfAllLengths(): [code: string, text: string][] {
  const lengths = Array.from({ length: 80 }, (_, index) => index + 1);
  return Object.entries(SCRIPTS).flatMap(([name, text]) =>
    lengths.map((length): [string, string] => [
      `${name}-x${String(length).padStart(2, "0")}`,
      [...text].slice(0, length).join(""),
    ]),
  );
}

/** In the host page: shows each text and returns those that are not whole, with their sizes. */
async function textsThatAreCutOff({ codes, id }: { codes: string[]; id: string }): Promise<string[]> {
  const { PSN } = window as unknown as { PSN: { setLanguage(code: string): Promise<void> } };
  /** Square pixels for a letter; some are marks on others. */
  const LEAST_ROOM = 30;
  const cutOff: string[] = [];
  for (const code of codes) {
    await PSN.setLanguage(code);
    const { shadowRoot } = document.getElementById(id) as Element;
    const box = (shadowRoot as ShadowRoot).host.getBoundingClientRect();
    const content = shadowRoot?.firstElementChild as HTMLElement;
    const text = document.createRange();
    text.selectNodeContents(content.firstElementChild as Element);
    const parts = [content, ...content.children].map((element) => element.getBoundingClientRect());
    const isInside = ({ left, top, right, bottom }: DOMRect) =>
      left >= box.left && top >= box.top && right <= box.right && bottom <= box.bottom;
    const lines = [...text.getClientRects()];
    // Letters that overlap take no room.
    const room = lines.reduce((sum, { width, height }) => sum + width * height, 0);
    const isWhole =
      content.lang === code &&
      room >= LEAST_ROOM * text.toString().trim().length &&
      content.scrollWidth <= content.clientWidth &&
      content.scrollHeight <= content.clientHeight &&
      [...parts, ...lines].every(isInside);
    const { width, height } = content.getBoundingClientRect();
    if (!isWhole) cutOff.push(`${code}: ${width} × ${height} in ${box.width} × ${box.height}`);
  }
  return cutOff;
}

/** Returns the place of an element in the window once nothing moves any more. */
async function boxOf(page: Page, selector: string) {
  await waitForAnimations(page);
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return box;
}

test.describe("the text beside the launcher", () => {
  test("opens the widget", async ({ page, widget, pulsen, host }) => {
    const bubble = await openBubble(page);
    await openHost(page, host, pulsen, { popover_text: TEXT });
    const text = bubble.getByRole("button", { name: TEXT.en });
    await expect(text).toBeVisible();
    await expectAccessible(page);
    const box = await boxOf(page, BUBBLE);
    const launcher = await boxOf(page, LAUNCHER_FRAME);
    expect(box.x + box.width).toBe(launcher.x - 12);
    await text.click();
    await expect(widget.question("q-mood")).toBeVisible();
    await expect(page.locator(BUBBLE)).toBeHidden();
    await widget.launcher.click();
    await expect(widget.contentFrame).toBeHidden();
    await expect(page.locator(BUBBLE)).toBeHidden();
  });

  test("stays away once it has been dismissed, and gives the focus to the launcher", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const bubble = await openBubble(page);
    await openHost(page, host, pulsen, { popover_text: TEXT });
    await widget.tabTo(bubble.getByRole("button", { name: TEXT.en }));
    await page.keyboard.press("Escape");
    await expect(page.locator(BUBBLE)).toBeHidden();
    await expect(widget.launcher).toBeFocused();
    await page.reload();
    await expect(widget.launcher).toBeVisible();
    await expect(page.locator(BUBBLE)).toBeHidden();

    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await bubble.getByRole("button", { name: "Close" }).click();
    await expect(page.locator(BUBBLE)).toBeHidden();
    expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe("iframe");
  });

  test("has the configured size, or is vertical", async ({ page, pulsen, host }) => {
    await openHost(page, host, pulsen, {
      popover_text: TEXT,
      popover_text_width: 300,
      popover_text_height: 90,
    });
    await expect(page.locator(BUBBLE)).toBeVisible();
    expect(await boxOf(page, BUBBLE)).toMatchObject({ width: 300, height: 90 });

    await openHost(page, host, pulsen, { popover_text: TEXT, popover_text_vertical: true });
    await expect(page.locator(BUBBLE)).toBeVisible();
    const bubble = await boxOf(page, BUBBLE);
    const launcher = await boxOf(page, LAUNCHER_FRAME);
    expect(bubble.height).toBeGreaterThan(2 * bubble.width);
    expect(bubble.y + bubble.height).toBe(launcher.y - 12);
  });

  for (const isVertical of [false, true]) {
    const kind = isVertical ? "vertical" : "horizontal";
    test(`is not cut off, ${kind}, at any length in any script @phone`, async ({ page, pulsen, host }) => {
      const texts = textsOfAllLengths();
      await openBubble(page);
      await openHost(page, host, pulsen, {
        popover_text: Object.fromEntries(texts),
        popover_text_vertical: isVertical,
      });
      await expect(page.locator(BUBBLE)).toBeVisible();
      const codes = texts.map(([code]) => code);
      expect(await page.evaluate(textsThatAreCutOff, { codes, id: BUBBLE_ID })).toEqual([]);
    });
  }

  test("is on the other side of a launcher on the left", async ({ page, widget, pulsen, host }) => {
    await openHost(page, host, pulsen, {
      popover_text: TEXT,
      widget_right_position: 96,
      widget_right_position_type: "rate",
    });
    await expect(page.locator(BUBBLE)).toBeVisible();
    const launcher = await boxOf(page, LAUNCHER_FRAME);
    expect(launcher.x).toBeLessThan(20);
    expect((await boxOf(page, BUBBLE)).x).toBe(launcher.x + launcher.width + 12);
    await widget.open();
    expect((await boxOf(page, "#psn-widget-content-frame")).x).toBe(20);
  });
});

test.describe("the modal form", () => {
  test("is a tab that opens a modal, which leaves the page as it was", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    const shifts = await watchLayoutShifts(page);
    await openHost(page, host, pulsen, MODAL, `<style>html { overflow-y: scroll }</style>`);
    await expect(widget.launcher).toHaveText("Your opinion");
    const tab = await boxOf(page, LAUNCHER_FRAME);
    expect(tab.x + tab.width).toBe(await page.evaluate(() => document.documentElement.clientWidth));
    expect(tab.height).toBeGreaterThan(2 * tab.width);
    await expectAccessible(page);
    await page.evaluate(() => {
      document.documentElement.style.setProperty("overflow-x", "clip", "important");
      scrollTo(0, 700);
    });
    const before = await readHostState(page);

    await widget.launcher.focus();
    await page.keyboard.press("Enter");
    await expect(widget.question("q-mood")).toBeVisible();
    await expect(widget.flowPage()).toBeFocused();
    await expect(page.locator(LAUNCHER_FRAME)).toBeHidden();
    await expectAccessible(page);

    await test.step("the page behind it cannot be reached or scrolled", async () => {
      await page.mouse.move(40, 400);
      await page.mouse.wheel(0, 500);
      await page.keyboard.press("Shift+Tab");
      await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
      for (let press = 0; press < 8; press += 1) await page.keyboard.press("Tab");
      await expect.poll(() => widget.hasKeyboardFocus()).toBe(true);
      expect(await page.evaluate(() => [scrollY, document.body.inert])).toEqual([700, true]);
    });

    await page.keyboard.press("Escape");
    await expect(widget.contentFrame).toBeHidden();
    await expect(widget.launcher).toBeFocused();
    expect(await readHostState(page)).toEqual(before);
    expect(await shifts()).toEqual([]);
  });

  test("closes by a click on the overlay", async ({ page, widget, pulsen, host }) => {
    await openHost(page, host, pulsen, MODAL);
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    const frame = await boxOf(page, "#psn-widget-content-frame");
    expect(frame.y + frame.height / 2).toBeCloseTo(400, 0);
    await page.mouse.click(frame.x - 40, 400);
    await expect(widget.contentFrame).toBeHidden();
    expect(
      await page.evaluate(() => [document.body.inert, document.documentElement.getAttribute("style")]),
    ).toEqual([false, null]);
  });

  test("gives the focus back to what had it, or else to the tab", async ({ page, widget, pulsen, host }) => {
    const code = importWidget(pulsen, MODAL);
    const body = `<button data-psn-open id="own">Feedback</button><input id="field" aria-label="Search">`;
    await page.goto(host.add({ head: scriptTag(pulsen.url, code), body }));
    await expect(widget.launcher).toBeVisible();
    await page.locator("#own").focus();
    await page.keyboard.press("Enter");
    await expect(widget.flowPage()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator("#own")).toBeFocused();

    await page.locator("#field").focus();
    await callPsn(page, "open");
    await expect(widget.flowPage()).toBeFocused();
    // On the overlay.
    await page.mouse.click(40, 400);
    await expect(page.locator("#field")).toBeFocused();

    await callPsn(page, "open");
    await expect(widget.flowPage()).toBeFocused();
    await page.locator("#field").evaluate((field) => field.remove());
    await page.keyboard.press("Escape");
    await expect(widget.launcher).toBeFocused();
  });

  test("gives the page back when the host removes the widget", async ({ page, widget, pulsen, host }) => {
    await openHost(page, host, pulsen, { ...MODAL, display_interval: 0.001 });
    await expect(widget.question("q-mood")).toBeVisible();
    await page.evaluate(() => (window as unknown as { PSN: { destroy(): void } }).PSN.destroy());
    await expect(page.locator("pulsen-widget")).toHaveCount(0);
    expect(
      await page.evaluate(() => [document.body.inert, document.documentElement.getAttribute("style")]),
    ).toEqual([false, null]);
  });

  test("leaves 40 pixels of a low window free, and is at the left edge if configured so", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await page.setViewportSize({ width: 900, height: 500 });
    await openHost(page, host, pulsen, {
      ...MODAL,
      node_id: "e2e-matrix",
      widget_right_position: 100,
      widget_right_position_type: "rate",
      widget_top_position: 10,
    });
    await expect(widget.launcher).toBeVisible();
    expect(await boxOf(page, LAUNCHER_FRAME)).toMatchObject({ x: 0, y: 10 });
    await widget.open();
    await expect(widget.text("How were these parts of your visit?")).toBeVisible();
    await expect.poll(() => boxOf(page, "#psn-widget-content-frame")).toMatchObject({ y: 20, height: 460 });
  });
});

test("neither opening nor the frame's growth shifts the host's layout", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  const shifts = await watchLayoutShifts(page);
  await openHost(page, host, pulsen, { popover_text: TEXT });
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
  await waitForAnimations(page);
  const { height } = await boxOf(page, "#psn-widget-content-frame");
  await widget.submitFeedback();
  await expect(widget.chat.box).toBeVisible();
  await expect.poll(async () => (await boxOf(page, "#psn-widget-content-frame")).height).not.toBe(height);
  await waitForAnimations(page);
  await widget.launcher.click();
  await expect(widget.contentFrame).toBeHidden();
  expect(await shifts()).toEqual([]);
});

test("nothing of the widget is printed", async ({ page, widget, pulsen, host }) => {
  await openHost(page, host, pulsen, { popover_text: TEXT });
  await widget.open();
  // After the loader's own listener.
  await page.evaluate(() =>
    addEventListener("beforeprint", () => {
      const container = document.querySelector("pulsen-widget") as Element;
      Object.assign(window, { printed: getComputedStyle(container).display });
    }),
  );
  await page.pdf();
  expect(await page.evaluate(() => (window as unknown as { printed: string }).printed)).toBe("none");
  await expect(widget.launcher).toBeVisible();
  await expect(widget.contentFrame).toBeVisible();
});

test("the host decides what lies above the widget", async ({ page, widget, pulsen, host }) => {
  await openHost(page, host, pulsen, {}, `<style>pulsen-widget { z-index: 7 !important }</style>`);
  await expect(widget.launcher).toBeVisible();
  const zIndex = () => page.locator("pulsen-widget").evaluate((element) => getComputedStyle(element).zIndex);
  expect(await zIndex()).toBe("7");
  await openHost(page, host, pulsen, {}, `<style>* { z-index: 1; position: static !important }</style>`);
  await expect(widget.launcher).toBeVisible();
  expect(await zIndex()).toBe("2147483647");
});

for (const style of ["modal", "dropdown_up", "dropdown_down"]) {
  test(`the language selector of the frame is a ${style} @phone`, async ({ page, widget, pulsen, host }) => {
    await openHost(page, host, pulsen, { node_id: "e2e-languages", language_selector_style: style });
    await widget.open();
    await widget.button("Your language: English").click();
    await waitForAnimations(page);
    await expectAccessible(page);
    const turkish = widget.button("Türkçe");
    await expect(turkish).toBeInViewport({ ratio: 1 });
    await turkish.click();
    await expect(widget.textBox("Neyi daha iyi yapabiliriz?")).toBeVisible();
    await widget.button("Diliniz: Türkçe").click();
    await widget.button("العربية").click();
    await expect(widget.button("إرسال")).toBeVisible();
    const frame = await widget.frame();
    expect(await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual(
      ["ar", "rtl"],
    );
  });
}
