import { scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { expect, expectAccessible, test } from "./support/test";

/** A phone that is held sideways, and a window at a zoom of 400 %. */
const LOW_WINDOWS = [
  { width: 844, height: 390 },
  { width: 320, height: 256 },
];

for (const size of LOW_WINDOWS) {
  test(`the widget takes a window of ${size.width} × ${size.height} whole, and its header scrolls away`, {
    tag: "@1.4.10",
  }, async ({ page, widget, pulsen, host }) => {
    await page.setViewportSize(size);
    const code = importWidget(pulsen, { node_id: "e2e-matrix" });
    await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
    await widget.open();
    await expect(widget.text("How were these parts of your visit?")).toBeVisible();
    await expect.poll(() => widget.contentFrame.boundingBox()).toEqual({ x: 0, y: 0, ...size });
    await expectAccessible(page);
    const header = await (await widget.frame()).evaluate(() => {
      document.querySelector(".frame")?.scrollTo(0, 60);
      return document.querySelector(".frame__header")?.getBoundingClientRect().y;
    });
    expect(header).toBeLessThan(0);
    await widget.press("Close");
    await expect(widget.contentFrame).toBeHidden();
  });

  test(`a chat in a window of ${size.width} × ${size.height} has room for its messages`, {
    tag: "@1.4.10",
  }, async ({ page, widget, pulsen, host }) => {
    await page.setViewportSize(size);
    await page.goto(host.add({ head: scriptTag(pulsen.url, importWidget(pulsen, {})) }));
    await widget.open();
    await widget.submitFeedback();
    await expect(widget.chat.log).toBeVisible();
    await expect.poll(async () => (await widget.chat.log.boundingBox())?.height).toBeGreaterThan(120);
    await widget.chat.send("Hello");
    await expect(widget.chat.message("Hello")).toBeVisible();
  });
}

test("what is beside a question scrolls with it, and the page of the frame does not", async ({
  page,
  widget,
  pulsen,
  host,
}) => {
  await page.setViewportSize({ width: 375, height: 600 });
  const code = importWidget(pulsen, { node_id: "e2e-matrix" });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  await expect(widget.text("How were these parts of your visit?")).toBeVisible();
  const frame = await widget.frame();
  const offset = () =>
    frame.evaluate(() => {
      const [label, mark] = [".field__label", ".field__required"].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect(),
      );
      return mark && label && Math.round(mark.bottom - label.bottom);
    });
  const before = await offset();
  expect(before).toBeDefined();
  const scrolled = await frame.evaluate(() => {
    const body = document.querySelector(".frame__body") as HTMLElement;
    body.scrollTo(0, 200);
    const { scrollHeight, clientHeight } = document.documentElement;
    return { body: body.scrollTop, page: scrollHeight - clientHeight };
  });
  expect(scrolled).toEqual({ body: 200, page: 0 });
  expect(await offset()).toBe(before);
});
