import type { Page } from "@playwright/test";
import type { HostedWidget } from "./support/hostedWidget";
import { type HostSite, scriptTag } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, expectAccessible, test } from "./support/test";

interface Site {
  page: Page;
  widget: HostedWidget;
  pulsen: PulsenServer;
  host: HostSite;
}

/** Opens a widget with a matrix question and returns the question. */
async function openMatrix({ page, widget, pulsen, host }: Site, settings: Record<string, unknown>) {
  const code = importWidget(pulsen, { node_id: "e2e-matrix", ...settings });
  await page.goto(host.add({ head: scriptTag(pulsen.url, code) }));
  await widget.open();
  const question = widget.question("q-visit");
  await expect(question).toBeVisible();
  return question;
}

test.describe("matrix_question_view_type", () => {
  test("table: a table, also where there is no room for it", async ({ page, widget, pulsen, host }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    const question = await openMatrix({ page, widget, pulsen, host }, { matrix_question_view_type: "table" });
    await expect(question.getByRole("table")).toBeVisible();
    await expect(question.getByRole("columnheader", { name: "Does not apply" })).toHaveCount(1);
    await expect(question.getByRole("rowheader", { name: "Friendliness of our staff" })).toBeVisible();

    // By keyboard alone; what has the focus is in sight, and not under the statements.
    await widget.tabTo(question.getByRole("radio", { name: "Waiting time: Very good" }));
    for (const name of ["Good", "Fair", "Disappointing", "Does not apply"]) {
      await page.keyboard.press("ArrowRight");
      const radio = question.getByRole("radio", { name: `Waiting time: ${name}` });
      await expect(radio).toBeFocused();
      await expect(radio).toBeChecked();
      await expect(radio).toBeInViewport({ ratio: 1 });
      const [cell, header] = await Promise.all([
        radio.boundingBox(),
        question.getByRole("rowheader", { name: "Waiting time" }).boundingBox(),
      ]);
      expect(cell?.x).toBeGreaterThanOrEqual((header?.x ?? 0) + (header?.width ?? 0));
    }
    await expectAccessible(page);

    // The page itself does not scroll sideways.
    const frame = await widget.frame();
    expect(await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  test("table: from right to left the statements stay at the right", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    const settings = { matrix_question_view_type: "table", default_language_code: "ar" };
    const question = await openMatrix({ page, widget, pulsen, host }, settings);
    const header = question.getByRole("rowheader", { name: "وقت الانتظار" });
    const before = await header.boundingBox();
    await question.getByRole("radio", { name: "وقت الانتظار: لا ينطبق" }).check();
    const radio = await question.getByRole("radio", { name: "وقت الانتظار: لا ينطبق" }).boundingBox();
    expect((await header.boundingBox())?.x).toBe(before?.x);
    expect((radio?.x ?? 0) + (radio?.width ?? 0)).toBeLessThanOrEqual(before?.x ?? 0);
    await expectAccessible(page);
  });

  test("list: groups, also where there is room for a table", async ({ page, widget, pulsen, host }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const settings = { matrix_question_view_type: "list", width: 800 };
    const question = await openMatrix({ page, widget, pulsen, host }, settings);
    await expect(question.getByRole("table")).toHaveCount(0);
    const group = question.getByRole("group", { name: "Coffee and cake" });
    await group.getByRole("radio", { name: "Fair" }).check();
    await expect(group.getByRole("radio", { name: "Fair" })).toBeChecked();
    await expectAccessible(page);
  });

  test("auto: a table where there is room, else a list; answers stay", async ({
    page,
    widget,
    pulsen,
    host,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const question = await openMatrix({ page, widget, pulsen, host }, { width: 60, width_type: "rate" });
    await question.getByRole("radio", { name: "Waiting time: Fair" }).check();
    await expect(question.getByRole("table")).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    await expect(question.getByRole("table")).toHaveCount(0);
    const group = question.getByRole("group", { name: "Waiting time" });
    await expect(group.getByRole("radio", { name: "Fair" })).toBeChecked();
  });
});
