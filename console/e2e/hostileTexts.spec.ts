import { readFileSync, rmSync } from "node:fs";
import { PulsenServer } from "pulsen-loader/e2e";
import { Harm } from "./support/harm";
import {
  cut,
  DESCRIPTIONS,
  FILE_NAMES,
  FLOW,
  HostileShop,
  NODE,
  NODE_NAMES,
  TAGS,
  TITLES,
  WIDGET,
  type WrittenShop,
} from "./support/hostileShop";
import { HOSTILE, HOSTILE_NAMES, TURNING, UNBROKEN } from "./support/hostileTexts";
import { test as base, expect } from "./support/test";

interface Fixtures {
  harm: Harm;
  shop: HostileShop;
}

// In one worker, which writes the texts once for all tests.
base.describe.configure({ mode: "default" });

const test = base.extend<Fixtures, { written: WrittenShop }>({
  written: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext();
      const written = await HostileShop.write(request);
      await use(written);
      await request.dispose();
      rmSync(written.data, { recursive: true });
    },
    { scope: "worker" },
  ],
  pulsen: async ({ written: { data } }, use) => {
    const pulsen = await PulsenServer.start({ rateLimit: "off", data });
    await use(pulsen);
    await pulsen.stop();
  },
  harm: async ({ page, pulsen }, use) => {
    await use(await Harm.watch(page, pulsen));
  },
  shop: async ({ page, pulsen, harm, written }, use) => {
    void harm;
    await use(await HostileShop.open(page, pulsen, written));
  },
});

test("the inbox shows hostile texts as texts", async ({ page, pulsen, harm, shop }) => {
  await shop.addReplies();
  await shop.addPeople();
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await harm.expectNone(HOSTILE.map((text) => cut(text, 120)));
  await harm.expectFits();

  await page.goto(`${pulsen.url}/staff/inbox/${shop.feedback}?view=all`);
  await harm.expectNone([...HOSTILE, ...TAGS]);
  await harm.expectFits();
  await page.getByRole("button", { name: "Assign" }).click();
  await harm.expectNone(HOSTILE_NAMES);
  await harm.expectFits();
  await page.getByRole("combobox", { name: "Assign to" }).press("Escape");
  await page.getByRole("button", { name: "Add a tag" }).click();
  await harm.expectNone(TAGS);
  await page.getByRole("combobox", { name: "Add or remove a tag" }).press("Escape");
  const reply = page.getByRole("textbox", { name: "Reply to the customer" });
  await reply.pressSequentially(":img");
  // The conversation has the text, too.
  await expect(page.getByRole("option", { name: /<img hostile/, selected: true })).toBeVisible();
  await harm.expectNone(["<img hostile src=x onerror=hostile()>"]);
  await harm.expectFits();
  await reply.press("Enter");
  await expect(reply).toHaveValue(/<img hostile/);
  await reply.press("Enter");
  await expect(reply).toHaveValue("");
  await harm.expectNone([]);
});

test("feedback and its filters show hostile texts as texts", async ({ page, pulsen, harm, shop }) => {
  await page.goto(`${pulsen.url}/staff/feedback`);
  await harm.expectNone(HOSTILE);
  await harm.expectFits();
  await page.goto(`${pulsen.url}/staff/feedback/${shop.feedback}`);
  await harm.expectNone([...HOSTILE, ...TAGS, ...FILE_NAMES]);
  await harm.expectFits();
  // Each text as the question, and another one as what its answers contain.
  for (const [index, text] of TITLES.entries()) {
    if (![...TURNING, ...UNBROKEN, "__proto__", "{count}", HOSTILE[0]].includes(text)) continue;
    const filter = {
      flow: FLOW,
      node: NODE,
      question: `q-${index}`,
      contains: text,
      tag: cut(text, 40),
      text,
    };
    await page.goto(`${pulsen.url}/staff/feedback?${new URLSearchParams(filter)}`);
    await harm.expectNone([text]);
    await harm.expectFits();
  }
});

test("results show hostile texts as texts", async ({ page, pulsen, harm, shop }) => {
  void shop;
  await page.goto(`${pulsen.url}/staff/results/${FLOW}?row=q-all&column=q-one`);
  // What is loaded only when it is near is loaded to be printed.
  await page.evaluate(() => {
    window.print = () => document.body.classList.add("printed");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body.printed")).toBeAttached();
  await harm.expectNone(TITLES);
  await harm.expectNone(HOSTILE);
  await harm.expectFits();
  await page
    .getByRole("button", { name: /^Show trend/ })
    .first()
    .click();
  await page.getByText("Show as table").first().click();
  await harm.expectNone(TITLES);
});

test("channels show hostile texts as texts", async ({ page, pulsen, harm, shop }) => {
  void shop;
  await page.goto(`${pulsen.url}/staff/channels`);
  await harm.expectNone(NODE_NAMES);
  await harm.expectFits();
  const [name = ""] = NODE_NAMES;
  for (const path of [
    "",
    "?part=share",
    "?part=revisions",
    `/widgets/${WIDGET}`,
    `/widgets/${WIDGET}?part=embed`,
  ]) {
    await page.goto(`${pulsen.url}/staff/channels/${NODE}${path}`);
    await harm.expectNone([name]);
    await harm.expectFits();
  }
});

test("settings show hostile texts as texts", async ({ page, pulsen, harm, shop }) => {
  await shop.addReplies();
  await shop.addPeople();
  await shop.addHooks();
  for (const [path, texts] of [
    ["people", HOSTILE_NAMES],
    ["tokens", HOSTILE_NAMES],
    ["replies", HOSTILE],
    ["webhooks", DESCRIPTIONS],
    ["webhooks/w0", DESCRIPTIONS.slice(0, 1)],
    ["connectors/hostile", []],
    ["connectors/hostile?edit=true", ["</script><script hostile>hostile()</script>"]],
    ["blocked", ["<b hostile>Ann</b>"]],
    ["privacy?customer=%3Cimg+hostile%3E", ["<img hostile>"]],
  ] as const) {
    await page.goto(`${pulsen.url}/staff/settings/${path}`);
    await harm.expectNone(texts);
    await harm.expectFits();
  }
  await page.goto(`${pulsen.url}/staff/settings/audit?act=add_staff_token`);
  await harm.expectNone(HOSTILE_NAMES);
  await harm.expectFits();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Go to or search" }).fill("<img hostile>");
  await harm.expectNone(["<img hostile>"]);
});

test("an export of hostile texts has no formula", async ({ page, pulsen, harm, shop }) => {
  void harm;
  void shop;
  await page.goto(`${pulsen.url}/staff/feedback?flow=${FLOW}`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByLabel("Format").selectOption("CSV");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download now" }).click(),
  ]);
  const cells = cellsOf(readFileSync(await download.path(), "utf8"));
  for (const text of HOSTILE) {
    const found = cells.filter((cell) => cell.replaceAll("'", "") === text.replaceAll("'", ""));
    expect(found, text).not.toEqual([]);
  }
  // What would begin a formula is behind an apostrophe, also behind a separator of a program that splits cells at it.
  const formulas = cells.filter((cell) => /(^|[;\t\r\n])["\s]*[=+@＝-](?![\d.]*$)/u.test(cell));
  expect(formulas).toEqual([]);
});

/** Returns the texts of all cells of a table. */
function cellsOf(table: string): string[] {
  return [...table.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n|$)/g)].map(
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
