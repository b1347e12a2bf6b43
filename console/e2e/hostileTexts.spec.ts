import { PulsenServer } from "pulsen-loader/e2e";
import { Harm } from "./support/harm";
import {
  cut,
  DESCRIPTIONS,
  FLOW,
  HostileShop,
  NODE,
  NODE_NAMES,
  TAGS,
  TITLES,
  WIDGET,
} from "./support/hostileShop";
import { HOSTILE, HOSTILE_NAMES } from "./support/hostileTexts";
import { test as base, signUp } from "./support/test";

interface Fixtures {
  harm: Harm;
  shop: HostileShop;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  pulsen: async ({}, use) => {
    const pulsen = await PulsenServer.start({ rateLimit: "off" });
    await use(pulsen);
    await pulsen.stop();
  },
  harm: async ({ page, pulsen }, use) => {
    await use(await Harm.watch(page, pulsen));
  },
  shop: async ({ page, pulsen, harm }, use) => {
    void harm;
    await signUp(page, pulsen, "<b hostile>Ann</b>", "owner");
    await use(await HostileShop.open(page, pulsen));
  },
});

test("the inbox", async ({ page, pulsen, harm, shop }) => {
  await shop.addReplies();
  const short = HOSTILE.map((text) => cut(text, 120));
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await harm.expectNone(short);
  await harm.expectFits();
  await page.goto(`${pulsen.url}/staff/inbox/${shop.feedback}?view=all`);
  await harm.expectNone([...HOSTILE, ...TAGS]);
  await harm.expectFits();
});

test("feedback", async ({ page, pulsen, harm, shop }) => {
  await page.goto(`${pulsen.url}/staff/feedback`);
  await harm.expectNone(HOSTILE);
  await harm.expectFits();
  await page.goto(`${pulsen.url}/staff/feedback/${shop.feedback}`);
  await harm.expectNone([...HOSTILE, ...TAGS]);
  await harm.expectFits();
});

test("results", async ({ page, pulsen, harm, shop }) => {
  void shop;
  await page.goto(`${pulsen.url}/staff/results/${FLOW}`);
  await harm.expectNone(TITLES);
  await harm.expectFits();
});

test("channels", async ({ page, pulsen, harm, shop }) => {
  void shop;
  await page.goto(`${pulsen.url}/staff/channels`);
  await harm.expectNone(NODE_NAMES);
  await harm.expectFits();
  for (const path of [
    NODE,
    `${NODE}?part=share`,
    `${NODE}?part=revisions`,
    `${NODE}/widgets/${WIDGET}`,
    `${NODE}/widgets/${WIDGET}?part=embed`,
  ]) {
    await page.goto(`${pulsen.url}/staff/channels/${path}`);
    await harm.expectNone([NODE_NAMES[0] ?? ""]);
    await harm.expectFits();
  }
});

test("settings", async ({ page, pulsen, harm, shop }) => {
  await shop.addSettings();
  for (const [path, texts] of [
    ["people", HOSTILE_NAMES],
    ["tokens", HOSTILE_NAMES.map((name) => cut(name, 98))],
    ["replies", HOSTILE],
    ["webhooks", DESCRIPTIONS],
    ["webhooks/w0", DESCRIPTIONS.slice(0, 1)],
    ["connectors", []],
    ["connectors/hostile", []],
    ["connectors/hostile?edit=true", []],
    ["blocked", []],
    ["audit", []],
  ] as const) {
    await page.goto(`${pulsen.url}/staff/settings/${path}`);
    await harm.expectNone(texts);
    await harm.expectFits();
  }
});
