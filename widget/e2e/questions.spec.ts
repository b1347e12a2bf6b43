import { join } from "node:path";
import { expectAccessible, PulsenServer, stillBox } from "pulsen-loader/e2e";
import { holdScripts } from "./support/holdScripts";
import { test as base, expect, type Page } from "./support/test";

const test = base.extend<object, { pulsen: PulsenServer }>({
  pulsen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const pulsen = await PulsenServer.start();
      pulsen.import(join(import.meta.dirname, "records"));
      await use(pulsen);
      await pulsen.stop();
    },
    { scope: "worker" },
  ],
});

type Item = Record<string, unknown>;

async function open(page: Page, pulsen: PulsenServer, language = "en") {
  await page.goto(`${pulsen.url}/feedback?node_id=questions&lang=${language}`);
  await page.locator('[data-question="q-nps"]').waitFor();
}

const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

/** Presses a button that sends the feedback; returns the response items that the server has accepted. */
async function submit(page: Page, button: string): Promise<Item[]> {
  const answered = page.waitForResponse((response) => response.url().endsWith("/v1/feedbacks"));
  await page.getByRole("button", { name: button, exact: true }).click();
  const response = await answered;
  expect(response.status()).toBe(200);
  const items: Item[] = response.request().postDataJSON().responses;
  return items.map((item) => {
    const { hidePersonalData: _, ...rest } = item;
    return rest;
  });
}

async function shoot(page: Page, name: string) {
  const folder = process.env.PULSEN_SHOTS;
  if (!folder) return;
  const path = `${folder}/questions-${name}-${page.viewportSize()?.width}.png`;
  await page.screenshot({ path, fullPage: true });
}

/** Reaches the page of words. */
async function answerScales(page: Page) {
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await next(page);
  await page.getByRole("textbox", { name: "What happened?" }).waitFor();
}

/** Reaches the page of choices. */
async function answerWords(page: Page) {
  await page.getByRole("checkbox", { name: /I agree/ }).check();
  await next(page);
  await page.getByRole("combobox", { name: "Which city?" }).waitFor();
}

async function answerChoices(page: Page) {
  await next(page);
  await page.getByRole("table").waitFor();
}

test("the steps of a scale stand in even rows, and its labels at its ends @mobile", async ({
  page,
  pulsen,
}) => {
  await open(page, pulsen);
  await shoot(page, "scales");
  for (const [width, rows] of [
    [1280, 1],
    [375, 1],
    [320, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    const steps = page.locator('[data-question="q-nps"] .scale__step');
    await expect.poll(() => countRows(steps)).toBe(rows);
    await expect.poll(() => countRows(page.locator('[data-question="q-ces"] .scale__step'))).toBe(1);
  }
  const last = await page.locator('[data-question="q-nps"] .scale__step').last().boundingBox();
  const label = await page.getByText("Extremely likely").filter({ visible: true }).boundingBox();
  expect(label?.y).toBeGreaterThan(last?.y ?? Number.NaN);
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeCloseTo((last?.x ?? 0) + (last?.width ?? 0), 0);
  await shoot(page, "scales-narrow");
  await expectAccessible(page);
});

/** Returns the number of rows, whose steps differ by one at most. */
async function countRows(steps: ReturnType<Page["locator"]>): Promise<number> {
  const tops = await steps.evaluateAll((all) =>
    all.map((step) => Math.round(step.getBoundingClientRect().top)),
  );
  return new Set(tops).size;
}

test("a required mark never has a line of its own", async ({ page, pulsen }) => {
  await open(page, pulsen);
  const label = page.locator('[data-question="q-nps"] .field__label');
  const mark = label.locator(".field__required");
  for (let width = 320; width <= 460; width += 4) {
    await page.setViewportSize({ width, height: 740 });
    const [textBottom, markBottom] = await label.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.querySelector("bdi") as Element);
      return [
        range.getBoundingClientRect(),
        element.querySelector(".field__required")?.getBoundingClientRect(),
      ].map((box) => box?.bottom ?? Number.NaN);
    });
    expect(Math.abs((textBottom ?? 0) - (markBottom ?? 1e9)), `${width} pixels`).toBeLessThan(4);
    expect((await mark.boundingBox())?.x).toBeLessThan(width - 8);
  }
});

test("half stars and half steps are given by keyboard, and progress is told", { tag: "@4.1.3" }, async ({
  page,
  pulsen,
}) => {
  await open(page, pulsen);
  await expect(page.getByRole("progressbar", { name: "Progress" })).toHaveAttribute(
    "aria-valuetext",
    "Page 1 of 4",
  );
  await expect(page.getByText("Page 1 of 4", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await page.getByRole("radio", { name: "4.5 of 5" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "4 of 5", exact: true })).toBeChecked();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator('[data-question="q-stars"] .star__icon--half')).toHaveCount(1);
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", "3");
  await shoot(page, "scales-answered");
  await next(page);
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "Page 2 of 4");
});

test("a skip goes to the end, past all that is not required", async ({ page, pulsen }) => {
  await open(page, pulsen);
  await page.getByRole("button", { name: "Skip the questions" }).click();
  await expect(page.getByText("Choose one answer.")).toBeVisible();
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await page.getByRole("button", { name: "Skip the questions" }).click();
  // The required agreement on the way stops it.
  await expect(page.getByRole("checkbox", { name: /I agree/ })).toBeFocused();
});

test("words, a number, a day and terms are filled in by keyboard @mobile", async ({ page, pulsen }) => {
  await open(page, pulsen);
  await answerScales(page);

  await test.step("a text area grows, and its count warns", async () => {
    const story = page.getByRole("textbox", { name: "What happened?" });
    const height = (await story.boundingBox())?.height ?? 0;
    await story.fill("One\nTwo\nThree\nFour\nFive\nSix\nSeven\nand some more so long");
    await expect.poll(async () => (await story.boundingBox())?.height).toBeGreaterThan(height);
    await expect(page.getByText("/ 60")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "5 characters left" })).toHaveCount(1);
    await page.getByLabel("In one word?").fill("much too long");
    await expect(page.getByText("13 / 10")).toBeVisible();
    await page.getByLabel("In one word?").fill("fine");
  });

  await test.step("the country of a number is searched by its name", async () => {
    const phone = page.getByRole("textbox", { name: "Where can we call you?" });
    await phone.fill("0532 123 45 67");
    const country = page.getByRole("button", { name: /^Country/ });
    await expect(country).toHaveAccessibleName("Country: Türkiye +90");
    await shoot(page, "words");
    await country.focus();
    await page.keyboard.press("Enter");
    const search = page.getByRole("combobox", { name: "Country" });
    await expect(search).toBeFocused();
    await page.keyboard.type("german");
    await expect(page.getByRole("option")).toHaveText(["Germany (\u2066+49\u2069)"]);
    await shoot(page, "countries");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(phone).toBeFocused();
    await expect(country).toHaveAccessibleName("Country: Germany +49");
    await phone.fill("030 1234567");
    await phone.blur();
    await expect(phone).toHaveValue("030 1234567");
  });

  await test.step("a day is typed in the visitor's order", async () => {
    const day = page.getByRole("textbox", { name: "When were you here?" });
    await expect(day).toHaveAccessibleDescription("Format: MM/DD/YYYY");
    await day.fill("11212026");
    await day.blur();
    await expect(day).toHaveValue("11/21/2026");
    await page.getByLabel("How often do you come?").fill("7");
  });

  await test.step("terms are read in a dialog, which returns the focus", async () => {
    const read = page.getByRole("button", { name: "Read the full text" });
    await read.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /I agree to the terms/ });
    await expect(dialog).toBeVisible();
    await shoot(page, "terms");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(read).toBeFocused();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "I agree" }).click();
    await expect(page.getByRole("checkbox", { name: /I agree/ })).toBeChecked();
    await expect(read).toBeFocused();
  });
  await expectAccessible(page);
  await shoot(page, "words-answered");
});

test("long lists are searched, one or several options at a time @mobile", {
  tag: ["@2.4.3", "@4.1.3"],
}, async ({ page, pulsen }) => {
  await open(page, pulsen);
  await answerScales(page);
  await answerWords(page);
  await shoot(page, "choices");

  const city = page.getByRole("combobox", { name: "Which city?" });
  await city.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option")).toHaveCount(14);
  await page.keyboard.type("diyarbakir");
  await expect(page.getByRole("option")).toHaveText(["Diyarbakır"]);
  await page.keyboard.press("Enter");
  await expect(city).toHaveValue("Diyarbakır");
  await expect(city).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type("izm");
  await shoot(page, "city");
  await page.keyboard.press("Escape");
  await expect(city).toHaveValue("Diyarbakır");

  const cities = page.getByRole("combobox", { name: "Which ones have you seen?" });
  await cities.click();
  await page.getByRole("option", { name: "Ankara" }).click();
  await page.keyboard.type("van");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "Van" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove: Ankara" }).click();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveText(["Van"]);

  await expect(page.getByText("No options available yet.")).toBeVisible();
  await page.getByRole("radio", { name: "Tea" }).check();
  await page.getByRole("checkbox", { name: "Somewhere else" }).check();
  await next(page);
  await expect(page.getByText("Please fill in this field to continue.")).toBeVisible();
  await page.getByRole("textbox", { name: "Somewhere else: Please specify" }).fill("a blog");
  await shoot(page, "choices-answered");
  await expectAccessible(page);
  await next(page);
  await page.getByRole("table").waitFor();
  expect(await submit(page, "Send")).toEqual([
    { question_id: "q-nps", body: "9" },
    { question_id: "q-terms", body: "true" },
    { question_id: "q-city", option_id: "o-c4" },
    { question_id: "q-cities", option_id: "o-d13" },
    { question_id: "q-drink", option_id: "o-tea" },
    { question_id: "q-heard", option_id: "o-else", body: "a blog" },
  ]);
});

test("marks, profiles and places are given @mobile", { tag: "@2.5.7" }, async ({ page, pulsen }) => {
  await open(page, pulsen);
  await answerScales(page);
  await answerWords(page);
  await answerChoices(page);

  await page.getByRole("radio", { name: "Most: The taste" }).check();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Most: The place" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Most: The taste" })).not.toBeChecked();
  await page.getByRole("radio", { name: "Least: The place" }).check();
  await expect(page.getByRole("status").filter({ hasText: "Most: No answer yet" })).toHaveCount(1);
  await page.getByRole("radio", { name: "Most: The taste" }).check();
  await page.getByRole("radio", { name: /Large card/ }).check();

  for (const name of ["Tea", "Coffee", "Cocoa"])
    await page.getByRole("button", { name, exact: true }).click();
  const handles = page.locator(".ranking__handle");
  const [from, to] = [await stillBox(handles.nth(2)), await stillBox(handles.nth(0))];
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
  await shoot(page, "dragging");
  await page.mouse.up();
  await expect(page.getByRole("status").filter({ hasText: "Cocoa: place 1 of 3" })).toHaveCount(1);
  await page.getByRole("button", { name: "Move up: Coffee" }).focus();
  await page.keyboard.press("ArrowUp");
  await shoot(page, "order");
  await expectAccessible(page);
  expect((await submit(page, "Send")).slice(2)).toEqual([
    { question_id: "s-taste", option_id: "o-most" },
    { question_id: "s-place", option_id: "o-least" },
    { question_id: "s-card", option_id: "o-card-b" },
    { question_id: "q-rank", option_id: "o-rank-cocoa", ranking: 1 },
    { question_id: "q-rank", option_id: "o-rank-coffee", ranking: 2 },
    { question_id: "q-rank", option_id: "o-rank-tea", ranking: 3 },
  ]);
});

test("a finger drags an option, and an interruption puts it back", { tag: "@2.5.2" }, async ({
  page,
  pulsen,
}) => {
  await open(page, pulsen);
  await answerScales(page);
  await answerWords(page);
  await answerChoices(page);
  for (const name of ["Tea", "Coffee", "Cocoa"])
    await page.getByRole("button", { name, exact: true }).click();
  const drag = (end: "pointerup" | "pointercancel") =>
    page.evaluate((end) => {
      const [first, , last] = Array.from(document.querySelectorAll(".ranking__handle"));
      if (!first || !last) throw new Error("The handles are not there.");
      const point = (element: Element) => {
        const box = element.getBoundingClientRect();
        return { clientX: box.x + 20, clientY: box.y + 20 };
      };
      const touch = { bubbles: true, cancelable: true, pointerId: 7, pointerType: "touch", isPrimary: true };
      const target = point(last);
      first.dispatchEvent(new PointerEvent("pointerdown", { ...touch, ...point(first) }));
      first.dispatchEvent(new PointerEvent("pointermove", { ...touch, ...target }));
      first.dispatchEvent(new PointerEvent(end, { ...touch, ...target }));
    }, end);
  await drag("pointercancel");
  await expect(page.locator(".ranking__item")).toContainText(["Tea", "Coffee", "Cocoa"]);
  await drag("pointerup");
  await expect(page.locator(".ranking__item")).toContainText(["Coffee", "Cocoa", "Tea"]);
});

test("a country that is pressed before the numbers of all are there opens then", async ({ page, pulsen }) => {
  const release = await holdScripts(page, /\/assets\/phoneNumbers-/);
  await open(page, pulsen);
  await answerScales(page);
  const country = page.locator(".phone__country");
  await country.click();
  await expect(country).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("combobox", { name: "Country" })).toHaveCount(0);
  release();
  await expect(page.getByRole("combobox", { name: "Country" })).toBeFocused();
});

test("right to left, everything is mirrored @mobile", async ({ page, pulsen }) => {
  await open(page, pulsen, "ar");
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await page.locator('[data-question="q-stars"] input').nth(6).check();
  await shoot(page, "scales-rtl");
  await expectAccessible(page);
  await page.getByRole("button", { name: "التالي" }).click();
  await page.getByRole("button", { name: /\+90/ }).click();
  await page.getByRole("combobox").fill("ألماني");
  await expect(page.getByRole("option")).toHaveCount(1);
  await shoot(page, "words-rtl");
  await expectAccessible(page);
});
