import { expectAccessible, HostedWidget } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "./support/backgroundScripts";
import { importRecords } from "./support/importRecords";
import { expect, type Page, test } from "./support/test";

const THANKS = {
  id: "thanks",
  style: "thank_you",
  redirectUrl: "https://shop.example/thanks?order={{order|none}}&rating={{rate}}",
  elements: [{ id: "thanks", type: "label", body: { en: "Thank you!", ar: "شكرًا!" } }],
};

/** Returns a flow with this end. */
function flowTo(end: object, id: string) {
  return {
    id,
    languages: [
      { id: "en", code: "en", name: "English" },
      { id: "ar", code: "ar", name: "العربية" },
    ],
    states: [
      {
        id: "rate",
        isInitialState: true,
        nextStateId: "thanks",
        elements: [
          {
            id: "order",
            type: "question",
            isVisible: false,
            question: { id: "q-order", key: "order", style: "hidden_field", prefill: "order", body: "Order" },
          },
          {
            id: "rate",
            type: "question",
            order: 1,
            question: { id: "q-rate", key: "rate", style: "score", body: { en: "Rate us", ar: "قيّمنا" } },
          },
          { id: "send", type: "submit", order: 2, body: { en: "Send", ar: "إرسال" } },
        ],
      },
      end,
    ],
  };
}

/** Returns a flow whose end leads to a shop after seconds. */
function leading(id: string, redirectAfterSeconds: number) {
  return flowTo({ ...THANKS, redirectAfterSeconds }, id);
}

const NODE = {
  name: "Fener Coffee",
  primary_color: "#0F766E",
  theme: "auto",
  redirect_hosts: ["shop.example"],
};

test.beforeAll(({ pulsen }) => {
  importRecords(pulsen, {
    flows: [leading("at-once", 0), leading("in-time", 60)],
    nodes: [
      { ...NODE, id: "at-once", flow_id: "at-once" },
      { ...NODE, id: "in-time", flow_id: "in-time" },
      { ...NODE, id: "redirect-hall", flow_id: "at-once", kiosk: true, kiosk_pin: "2580" },
    ],
    widgets: [
      { code: "PSN-REDIRAA", node_id: "at-once", enabled_domains: [] },
      { code: "PSN-REDIRBB", node_id: "in-time", enabled_domains: [] },
    ],
  });
  // Only a database of an earlier version has a node whose flow leads to a host that the node does not allow: imports refuse it.
  importRecords(pulsen, {
    flows: [leading("elsewhere", 0)],
    nodes: [{ ...NODE, id: "elsewhere", flow_id: "elsewhere" }],
  });
  pulsen.execute(
    `UPDATE nodes SET record = json_set(record, '$.redirect_hosts', json('["a.shop.example"]')) WHERE id = 'elsewhere'`,
  );
});

test.beforeEach(({ context }) =>
  context.route("https://shop.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The shop</title>" }),
  ),
);

async function answer(page: Page) {
  await page.getByRole("radio", { name: "7", exact: true }).check();
  await page.locator("[data-element=send] button").click();
}

const link = (page: Pick<Page, "getByRole">) => page.getByRole("link", { name: "Continue to shop.example" });

test("the end leads on with the answers, when the feedback is stored", async ({ page, pulsen }) => {
  let stored = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/v1/feedbacks") && response.ok()) stored += 1;
  });
  await page.goto(`${pulsen.url}/feedback?node_id=at-once&order=K%207%26x`);
  await answer(page);
  await page.waitForURL("https://shop.example/thanks?order=K%207%26x&rating=7");
  expect(stored).toBe(1);
});

test("without a network nobody is led away, also not later", async ({ page, context, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=at-once`);
  await waitForBackgroundScripts(page);
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/endings-")),
  );
  await context.setOffline(true);
  await answer(page);
  await expect(page.getByText(/^Your answers are safe on this device\./)).toBeVisible();
  const sent = page.waitForResponse("**/v1/feedbacks");
  await context.setOffline(false);
  await sent;
  await expect(page.getByText("Thank you!")).toBeVisible();
  await expect(link(page)).toHaveCount(0);
});

/** Opens the page with 60 seconds, answers, and stops the clock while they count down. */
async function waitAtEnd(page: Page, url: string) {
  await page.clock.install();
  await page.goto(url);
  await answer(page);
  await expect(link(page)).toBeVisible();
  // So far ahead that it is still to come when the page gets to know it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** Moves the stopped clock by as little as something needs that waits for timers of the page. */
async function tickDuring(page: Page, work: Promise<unknown>) {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) await page.clock.runFor(1);
  await work;
}

test("seconds are counted down and said once, and can be stopped @mobile", { tag: "@2.2.1" }, async ({
  page,
  pulsen,
}) => {
  await waitAtEnd(page, `${pulsen.url}/feedback?node_id=in-time`);
  const time = page.locator(".redirect__time");
  await expect(time).toHaveText(/^You will be taken to shop\.example in [1-5]\d s$/);
  const said = page.getByRole("status").filter({ hasText: "You will be taken" });
  await expect(said).toHaveText("You will be taken to shop.example in 60 s");
  await tickDuring(page, expectAccessible(page));
  const left = async () => Number.parseInt((await time.textContent())?.split(" in ")[1] ?? "", 10);
  const before = await left();
  await page.clock.runFor(1_000);
  await expect.poll(left).toBe(before - 1);
  await expect(said).toHaveText(/ 60 s$/);

  const stay = page.getByRole("button", { name: "Stay here" });
  expect((await stay.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await stay.click();
  await expect(link(page)).toBeFocused();
  await expect(time).toHaveCount(0);
  await page.clock.runFor(60_000);
  await expect(page.getByText("Thank you!")).toBeVisible();
  await page.clock.resume();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await link(page).click();
  await page.waitForURL("https://shop.example/thanks?order=none&rating=7");
});

test("after the seconds the page leads on", async ({ page, pulsen }) => {
  await waitAtEnd(page, `${pulsen.url}/feedback?node_id=in-time`);
  await page.clock.runFor(60_000);
  await page.waitForURL("https://shop.example/**");
});

test("another feedback stops the seconds", async ({ page, pulsen }) => {
  await waitAtEnd(page, `${pulsen.url}/feedback?node_id=in-time`);
  await page.getByRole("button", { name: "New feedback" }).click();
  await expect(page.getByText("Rate us")).toBeVisible();
  await expect(link(page)).toHaveCount(0);
  await page.clock.runFor(60_000);
  await expect(page.getByText("Rate us")).toBeVisible();
});

test("from right to left the text is whole", async ({ page, pulsen }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(`${pulsen.url}/feedback?node_id=in-time&lang=ar`);
  await page.getByRole("radio").last().check();
  await page.locator("[data-element=send] button").click();
  await expect(page.getByRole("button", { name: "البقاء هنا" })).toBeVisible();
  await expectAccessible(page);
});

test("a preview and a frame of another site have the link only", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=at-once&isPreview=true`);
  await answer(page);
  await expect(link(page)).toHaveAttribute("target", "_blank");
  await expect(link(page)).toHaveAttribute("rel", "noopener noreferrer");

  await page.route("**/framing", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<title>Frame</title><iframe title="Feedback" src="/feedback?node_id=in-time"></iframe>',
    }),
  );
  await page.goto(`${pulsen.url}/framing`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("radio", { name: "7", exact: true }).check();
  await frame.locator("[data-element=send] button").click();
  await expect(link(frame)).toHaveAttribute("target", "_blank");
  await expect(frame.getByRole("button", { name: "Stay here" })).toHaveCount(0);
});

test("a kiosk, and a node that does not allow the host, lead nowhere", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=redirect-hall`);
  await page.getByRole("button", { name: "Tap to start" }).click();
  await answer(page);
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  await expect(page.getByRole("link")).toHaveCount(0);

  const refused = page.waitForEvent("console", (message) => message.text().includes("shop.example"));
  await page.goto(`${pulsen.url}/feedback?node_id=elsewhere`);
  await answer(page);
  await refused;
  await expect(page.getByText("Thank you!")).toBeVisible();
  await expect(link(page)).toHaveCount(0);
});

test("a widget leads the host page, which may refuse", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/widget?code=PSN-REDIRAA`);
  const widget = new HostedWidget(page);
  const frame = page.frameLocator("#psn-widget-content-frame");
  await widget.open();
  await page.evaluate(() => {
    const host = window as unknown as { asked: unknown[]; PSN(...call: unknown[]): void };
    host.asked = [];
    host.PSN("on", "PSN_REDIRECT", (data: unknown) => {
      host.asked.push(data);
      return false;
    });
  });
  await widget.check("7");
  await widget.press("Send");
  await expect(link(frame)).toHaveAttribute("target", "_blank");
  const url = "https://shop.example/thanks?order=none&rating=7";
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked))
    .toEqual([{ url }]);
  await expect(frame.getByText("Thank you!")).toBeVisible();

  await page.goto(`${pulsen.url}/widget?code=PSN-REDIRAA`);
  await widget.open();
  await widget.check("7");
  await widget.press("Send");
  await page.waitForURL(url);
});

test("closing the widget is staying", async ({ page, pulsen }) => {
  await page.clock.install();
  await page.goto(`${pulsen.url}/widget?code=PSN-REDIRBB`);
  const widget = new HostedWidget(page);
  const frame = page.frameLocator("#psn-widget-content-frame");
  await widget.open();
  await widget.check("7");
  await widget.press("Send");
  await expect(frame.getByRole("button", { name: "Stay here" })).toBeVisible();
  await page.evaluate(() => (window as unknown as { PSN(...call: unknown[]): void }).PSN("close"));
  await page.clock.runFor(61_000);
  await expect(page).toHaveURL(/PSN-REDIRBB/);
});
