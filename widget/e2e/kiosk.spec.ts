import {
  advanceClockDuring,
  expectAccessible,
  PulsenServer,
  passTimeUntil,
  stopClock,
} from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { waitUntilKept } from "./support/keptPages";
import { everythingStored } from "./support/kioskStorage";
import { outboxRows } from "./support/outboxStorage";
import { test as base, expect, FlowPage, type Page } from "./support/test";

/** Each test has a server that it can take away. */
const test = base.extend<{ server: PulsenServer; kiosk: FlowPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
  server: async ({}, use) => {
    const server = await PulsenServer.start({ siteUrl: "https://site.example" });
    importRecords(server, { flows: [WORDS, LINKS, TALK], nodes: NODES });
    await use(server);
    await server.stop();
  },
  kiosk: async ({ page, server }, use) => use(new FlowPage(page, server)),
});

const PIN = "2580";
const SECRET = "My coffee was cold, says Ann";

const NODE = { name: "Fener Coffee", primary_color: "#0F766E", default_language_id: "en", kiosk_pin: PIN };
const NODES = [
  { ...NODE, id: "hall", flow_id: "words", kiosk: true, thank_you_duration_in_seconds: 10 },
  { ...NODE, id: "slow", flow_id: "words", kiosk: true, thank_you_duration_in_seconds: 300 },
  { ...NODE, id: "till", flow_id: "demo-flow" },
  { ...NODE, id: "brief", flow_id: "words", kiosk: true, idle_reset_timeout_in_seconds: 40 },
  { ...NODE, id: "links", flow_id: "links", kiosk: true },
  { ...NODE, id: "talk", flow_id: "talk", kiosk: true, thank_you_duration_in_seconds: 10 },
];
const TEXT = { en: "How was it?", tr: "Nasıldı?" };
const WORDS = {
  id: "words",
  languages: [
    { id: "en", code: "en", name: "English" },
    { id: "tr", code: "tr", name: "Türkçe" },
  ],
  defaultLanguageId: "en",
  states: [
    {
      id: "first",
      style: "normal",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        { id: "words", type: "question", order: 0, question: { id: "q-words", style: "text", body: TEXT } },
        { id: "submit", type: "submit", order: 1, body: { en: "Send", tr: "Gönder" } },
      ],
    },
    { id: "thanks", style: "thank_you", elements: [] },
  ],
};
const LINKS = {
  id: "links",
  languages: [{ id: "en", code: "en", name: "English" }],
  defaultLanguageId: "en",
  states: [
    {
      id: "only",
      style: "normal",
      isInitialState: true,
      elements: [
        {
          id: "address",
          type: "question",
          order: 0,
          question: { id: "q-link", style: "link", body: { en: "https://site.example/menu" } },
        },
        {
          id: "button",
          type: "button_link",
          order: 1,
          body: { en: "Our menu" },
          url: "https://site.example/menu",
        },
        {
          id: "mail",
          type: "question",
          order: 2,
          question: { id: "q-mail", style: "email", body: { en: "Your e-mail" } },
        },
        { id: "submit", type: "submit", order: 3, body: { en: "Send" } },
      ],
    },
  ],
};
const TALK = {
  id: "talk",
  languages: [{ id: "en", code: "en", name: "English" }],
  defaultLanguageId: "en",
  states: [
    {
      id: "first",
      style: "normal",
      isInitialState: true,
      nextStateId: "chat",
      elements: [
        {
          id: "text",
          type: "question",
          order: 0,
          question: { id: "q-text", style: "text", body: { en: "Anything else?" } },
        },
        { id: "submit", type: "submit", order: 1, body: { en: "Send" } },
      ],
    },
    { id: "chat", style: "chat", elements: [] },
  ],
};

const beginButton = (page: Page) => page.getByRole("button", { name: "Tap to start" });
const words = (page: Page) => page.getByRole("textbox", { name: "How was it?" });
const pinField = (page: Page) => page.getByLabel("Enter PIN");

async function openKiosk(page: Page, server: PulsenServer, node: string) {
  await page.goto(`${server.url}/feedback?node_id=${node}`);
  await beginButton(page).waitFor();
}

async function begin(kiosk: FlowPage) {
  await beginButton(kiosk.page).click();
  await expect(words(kiosk.page)).toHaveValue("");
}

/** Answers to the end, with words that nobody else may read. */
async function answer({ page }: FlowPage) {
  await words(page).fill(SECRET);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Thank You")).toBeVisible({ timeout: 30_000 });
}

async function askForPin(page: Page) {
  await page.getByRole("button", { name: "For staff" }).click();
  await expect(pinField(page)).toBeFocused();
}

async function typePin(page: Page, pin: string) {
  await pinField(page).fill(pin);
  await page.keyboard.press("Enter");
}

test("visitors follow one another, and nothing of one is left for the next @mobile", async ({
  page,
  server,
  kiosk,
}) => {
  await openKiosk(page, server, "hall");
  await expectAccessible(page);
  // Each page of a visit is looked at for as long as that takes.
  await stopClock(page);
  await page.reload();
  for (const visitor of [1, 2]) {
    await test.step(`visitor ${visitor}`, async () => {
      // Anyone who uses a keyboard begins as well.
      await beginButton(page).focus();
      await page.keyboard.press("Enter");
      await advanceClockDuring(page, async () => {
        await expect(words(page)).toHaveValue("");
        await page.getByRole("button", { name: "Türkçe" }).click();
        await page.getByRole("button", { name: "English" }).click();
        await answer(kiosk);
      });
      await passTimeUntil(page, beginButton(page));
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect.poll(() => outboxRows(page)).toEqual([]);
      const stored = await everythingStored(page);
      expect(stored.names).toEqual(["FLOW/device_id", "FLOW/kiosk"]);
      expect(stored.text).not.toContain("Ann");
      await expect(page.getByText(SECRET)).toHaveCount(0);
    });
  }
  const rows = server.feedbacksOf(await kiosk.deviceId());
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).toContain(SECRET);
});

test("a visitor who is done leaves at once, and until then sees for how long the end stays @mobile", async ({
  page,
  server,
  kiosk,
}) => {
  await openKiosk(page, server, "slow");
  await begin(kiosk);
  await answer(kiosk);
  const left = page.getByText(/^This page starts over in \d+ s$/);
  const before = await left.textContent();
  await expect(left).not.toHaveText(before ?? "");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(beginButton(page)).toBeVisible();
  await begin(kiosk);
});

test("a visitor who goes away is forgotten", async ({ page, server, kiosk }) => {
  await stopClock(page);
  await openKiosk(page, server, "brief");
  await begin(kiosk);
  await words(page).fill(SECRET);
  await passTimeUntil(page, beginButton(page));
  expect((await everythingStored(page)).text).not.toContain("Ann");
  await begin(kiosk);
});

test("the language that one visitor picks is not the next one's", async ({ page, server, kiosk }) => {
  await stopClock(page);
  await openKiosk(page, server, "brief");
  await page.getByRole("button", { name: "Türkçe" }).click();
  await page.getByRole("button", { name: "Başlamak için dokunun" }).click();
  await expect(kiosk.question("q-words")).toContainText("Nasıldı?");
  await passTimeUntil(page, beginButton(page));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the PIN starts kiosk mode, also after the page was reloaded, and ends it", async ({ page, server }) => {
  const address = `${server.url}/feedback?node_id=till&kiosk=1`;
  await page.goto(address);
  await expect(pinField(page)).toBeFocused();
  await expectAccessible(page);
  await typePin(page, "1234");
  await expect(page.getByRole("alert")).toHaveText("Incorrect PIN");
  await typePin(page, PIN);
  await expect(beginButton(page)).toBeVisible();

  await page.reload();
  await expect(beginButton(page)).toBeVisible();
  await askForPin(page);
  await typePin(page, PIN);
  await expect(page.getByRole("heading", { name: "For staff" })).toBeVisible();
  await expect(page.getByText("0 waiting to be sent")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Exit kiosk mode" }).click();
  await expect(page.getByText("Kiosk mode is off")).toBeVisible();
  await page.reload();
  await expect(pinField(page)).toBeVisible();

  await page.goto(`${server.url}/feedback?node_id=till`);
  await expect(page.locator('[data-question="q-mood"]')).toBeVisible();
});

test("wrong PINs have to wait, and reloading the page does not help", async ({ page, server }) => {
  await stopClock(page);
  await openKiosk(page, server, "hall");
  await askForPin(page);
  for (const attempt of [1, 2, 3]) {
    await typePin(page, `000${attempt}`);
    await expect(page.getByRole("alert")).toHaveText("Incorrect PIN");
    await expect(pinField(page)).toHaveValue("");
  }
  await expect(pinField(page)).toBeDisabled();
  await expect(page.getByText(/^Try again in \d s$/)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "For staff" }).click();
  await expect(pinField(page)).toBeDisabled();
  await page.clock.runFor(6_000);
  await expect(pinField(page)).toBeEnabled();
  await typePin(page, PIN);
  await expect(page.getByRole("heading", { name: "For staff" })).toBeVisible();
});

test("no link leads away, no menu opens, and nothing typed is remembered by the browser", async ({
  page,
  server,
}) => {
  await openKiosk(page, server, "links");
  await beginButton(page).click();
  await expect(page.getByText("https://site.example/menu", { exact: true })).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);
  await expect(page.locator("a[data-address='https://site.example/menu']")).toContainText("Our menu");
  await expect(page.getByLabel("Your e-mail")).toHaveAttribute("autocomplete", "off");
  const isRefused = await page.evaluate(
    () => !document.body.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })),
  );
  expect(isRefused).toBe(true);
  await expectAccessible(page);
});

test("a flow that leads to a chat ends with a thank-you", async ({ page, server }) => {
  await stopClock(page);
  await openKiosk(page, server, "talk");
  await beginButton(page).click();
  await page.getByRole("textbox", { name: "Anything else?" }).fill("No");
  await page.getByRole("button", { name: "Send" }).click();
  await advanceClockDuring(page, () => expect(page.getByText("Thank You")).toBeVisible());
  await passTimeUntil(page, beginButton(page));
  expect((await everythingStored(page)).names).toEqual(["FLOW/device_id", "FLOW/kiosk"]);
});

test("staff see how the kiosk is, and the server what waited", async ({ page, server }) => {
  const reported = page.waitForResponse("**/v1/nodes/hall/devices");
  await openKiosk(page, server, "hall");
  expect((await reported).status()).toBe(200);
  const token = server.staffToken("Ann");
  const response = await page.request.get(`${server.url}/v1/staff/devices`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { items } = await response.json();
  expect(items).toMatchObject([
    { node_id: "hall", device_id: expect.stringMatching(/^[\w-]{22}$/), waiting: 0, refused: 0 },
  ]);
  expect(items[0].version).toMatch(/^[\w-]{8}$/);

  // Who stands before the device finds it in the list.
  await askForPin(page);
  await typePin(page, PIN);
  await expect(page.getByText(items[0].device_id, { exact: true })).toBeVisible();
});

test("it can be installed, and asks to keep what it stores", async ({ page, server }) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => {
      document.documentElement.dataset.persisted = "asked";
      return true;
    };
  });
  await openKiosk(page, server, "hall");
  await expect(page.locator("html")).toHaveAttribute("data-persisted", "asked");
  const client = await page.context().newCDPSession(page);
  const { url, errors, data } = await client.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toContain("/kiosk.webmanifest?node_id=hall");
  expect(JSON.parse(data ?? "{}")).toMatchObject({ name: "Fener Coffee", display: "fullscreen" });
});

test("a touch goes full screen and keeps the screen on", async ({ page, server, kiosk }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        request: async (kind: string) => {
          document.documentElement.dataset.awake = kind;
          return { release: async () => {} };
        },
      },
    });
  });
  await openKiosk(page, server, "hall");
  await expect(page.locator("html")).toHaveAttribute("data-awake", "screen");
  await begin(kiosk);
  await expect
    .poll(() => page.evaluate(() => document.fullscreenElement === document.documentElement))
    .toBe(true);
});

test.describe("without the server", () => {
  test.use({ serviceWorkers: "allow" });

  test("it opens, takes answers, sends them later, and then has nothing of them", async ({
    page,
    context,
    server,
    kiosk,
  }) => {
    await openKiosk(page, server, "hall");
    await waitUntilKept(page);
    await server.kill();
    await stopClock(page);
    await page.reload();
    await begin(kiosk);
    await context.setOffline(true);
    await advanceClockDuring(page, async () => {
      await answer(kiosk);
      await expect(
        page.getByText("Your answers are safe on this device. We send them as soon as you are online."),
      ).toBeVisible();
    });
    await passTimeUntil(page, beginButton(page));
    await page.clock.resume();

    expect(await outboxRows(page)).toMatchObject([{ state: "waiting" }]);
    // What waits is in the outbox alone.
    expect((await everythingStored(page)).names).toEqual(["FLOW/device_id", "FLOW/kiosk"]);
    await expect(page.getByText(SECRET)).toHaveCount(0);

    await test.step("the PIN works, too", async () => {
      await askForPin(page);
      await typePin(page, PIN);
      await expect(page.getByText("1 waiting to be sent")).toBeVisible();
      await page.getByRole("button", { name: "Back" }).click();
    });
    const deviceId = await kiosk.deviceId();
    await server.restart();
    await context.setOffline(false);
    await expect
      .poll(() => server.feedbacksOf(deviceId), { timeout: 30_000 })
      .toMatchObject([{ status: "complete" }]);
    expect(JSON.stringify(server.feedbacksOf(deviceId))).toContain(SECRET);
    await expect(page.getByText("1 sent", { exact: true })).toHaveCount(0);
    await begin(kiosk);
    await page.reload();
    await expect.poll(() => outboxRows(page)).toEqual([]);
    expect((await everythingStored(page)).text).not.toContain("Ann");
  });
});
