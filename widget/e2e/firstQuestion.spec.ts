import { join } from "node:path";
import { holdRequests, watchLayoutShifts } from "pulsen-loader/e2e";
import { expect, type Page, test } from "./support/test";

test.beforeAll(({ pulsen }) => pulsen.import(join(import.meta.dirname, "records")));

const ENGINE = "**/*.wasm";
const THANKS = "Your answers are with the people who make your coffee.";
const FAILURE = "Something went wrong. Please try again later.";

test.describe("before the engine is there", () => {
  test("the visitor answers and continues, and everything arrives in order, once @mobile", async ({
    page,
    flowPage,
    pulsen,
  }) => {
    const release = await holdRequests(page, ENGINE);
    await flowPage.open();
    await page.getByText("Not so good", { exact: true }).click();
    await expect(page.getByRole("radio", { name: "Not so good" })).toBeChecked();
    await page.getByText("Just fine", { exact: true }).click();
    await expect(page.getByRole("radio", { name: "Just fine" })).toBeChecked();
    await flowPage.next().click();
    await expect(flowPage.next()).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toBeAttached();
    // Nobody is kept from changing their mind.
    await page.getByText("Lovely", { exact: true }).click();
    await expect(page.getByRole("radio", { name: "Lovely" })).toBeChecked();
    await release();

    await expect(flowPage.question("q-liked")).toBeVisible();
    await flowPage.back().click();
    await expect(page.getByRole("radio", { name: "Lovely" })).toBeChecked();
    await page.getByText("Just fine", { exact: true }).click();
    await flowPage.next().click();
    await page.getByRole("radio", { name: "9", exact: true }).check();
    await flowPage.next().click();
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    const [stored, ...others] = pulsen.feedbacksOf(await flowPage.deviceId());
    expect(others).toEqual([]);
    expect(stored?.responses).toEqual([
      expect.objectContaining({ question_id: "q-mood", option_id: "mood-fine" }),
      expect.objectContaining({ question_id: "q-recommend", body: "9" }),
    ]);
  });

  test("a press on next without an answer is answered as soon as it can be", async ({ page, flowPage }) => {
    const release = await holdRequests(page, ENGINE);
    await flowPage.open();
    await flowPage.next().click();
    await release();
    await expect(page.getByText("Choose one answer.")).toBeVisible();
    await expect(page.getByRole("radio", { name: "Lovely" })).toBeFocused();
    await expect(flowPage.next()).toHaveAttribute("aria-busy", "false");
  });

  test("a slow network brings the question first, then the engine, and loses nothing", async ({
    page,
    flowPage,
  }) => {
    const finished: string[] = [];
    const started = new Map<string, number>();
    page.on("request", (request) => started.set(fileOf(request.url()), finished.length));
    page.on("requestfinished", (request) => finished.push(fileOf(request.url())));
    const client = await page.context().newCDPSession(page);
    const slow3g = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000, offline: false };
    await client.send("Network.emulateNetworkConditions", slow3g);
    await flowPage.open();
    await page.getByText("Just fine", { exact: true }).click();
    await flowPage.next().click();
    await expect(flowPage.question("q-recommend")).toBeVisible();

    const scripts = finished.filter((file) => /^(index|render)-.*\.js$/.test(file));
    expect(scripts).toHaveLength(2);
    const engine = [...started].find(([file]) => file.endsWith(".wasm"));
    for (const script of scripts) expect(finished.indexOf(script)).toBeLessThan(engine?.[1] ?? 0);
  });
});

test.describe("when the engine arrives", () => {
  test("nothing that the visitor sees, has typed or has focused changes", async ({ page, pulsen }) => {
    const shifts = await watchLayoutShifts(page);
    const engineRuns = await watchEngine(page);
    const release = await holdRequests(page, ENGINE);
    await page.goto(`${pulsen.url}/web_flow_preview?flow_id=call-back`);
    const input = page.getByRole("textbox").first();
    await input.fill("0532");
    const before = await snapshot(page);
    await release();
    await engineRuns();
    expect(await snapshot(page)).toEqual(before);
    expect(await shifts()).toEqual([]);
    await expect(input).toBeFocused();
    await expect(input).toHaveValue("0532");
  });

  test("nothing is announced and the elements stay the same", async ({ page, flowPage }) => {
    const engineRuns = await watchEngine(page);
    const release = await holdRequests(page, ENGINE);
    await flowPage.open();
    const changes = await page.evaluateHandle(() => {
      const list: string[] = [];
      const describe = ({ type, target }: MutationRecord) => `${type} of ${(target as Element).nodeName}`;
      new MutationObserver((records) => list.push(...records.map(describe))).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      return list;
    });
    await release();
    await engineRuns();
    expect(await changes.jsonValue()).toEqual([]);
  });
});

test.describe("when the engine does not arrive", () => {
  test("the visitor is told, can try again, and has lost nothing @mobile", async ({
    page,
    flowPage,
    pulsen,
  }) => {
    await page.route(ENGINE, (route) => route.abort("connectionreset"));
    await flowPage.open();
    const alert = page.getByRole("alert").filter({ hasText: FAILURE });
    await expect(alert).toBeVisible();
    await flowPage.expectAccessible();
    await page.getByText("Just fine", { exact: true }).click();
    await flowPage.next().click();
    const retry = page.getByRole("button", { name: "Try again" });
    await retry.click();
    await expect(alert).toBeVisible();
    await expect(retry).toHaveAttribute("aria-busy", "false");
    await page.unroute(ENGINE);
    await retry.press("Enter");

    await expect(flowPage.question("q-recommend")).toBeVisible();
    await expect(alert).toBeHidden();
    await page.getByRole("radio", { name: "9", exact: true }).check();
    await flowPage.next().click();
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    const stored = pulsen.feedbacksOf(await flowPage.deviceId());
    expect(stored.map(({ responses }) => responses[0]?.option_id)).toEqual(["mood-fine"]);
  });

  test("the focus stays on the page when trying again helps", async ({ page, flowPage }) => {
    const isFailing = { now: true };
    await page.route(ENGINE, (route) => (isFailing.now ? route.abort() : route.continue()));
    await flowPage.open();
    const retry = page.getByRole("button", { name: "Try again" });
    await retry.focus();
    isFailing.now = false;
    await retry.press("Enter");
    await expect(retry).toBeHidden();
    await expect(page.locator("section.page")).toBeFocused();
  });
});

test("answers in the address are there from the beginning: the page waits for the engine", async ({
  page,
  flowPage,
  pulsen,
}) => {
  const release = await holdRequests(page, ENGINE);
  const asked = page.waitForRequest(ENGINE);
  await page.goto(`${pulsen.url}/feedback?node_id=demo-node&responses={"mood":"bad"}`);
  await asked;
  await expect(page.locator("#app")).toHaveAttribute("aria-busy", "true");
  await expect(flowPage.question("q-mood")).toHaveCount(0);
  await release();
  await expect(page.getByRole("radio", { name: "Not so good" })).toBeChecked();
});

test.describe("without its scripts", () => {
  for (const [language, text, retry] of [
    ["en", "The page could not be loaded. Please check your connection and try again.", "Try again"],
    ["tr", "Sayfa yüklenemedi. Lütfen bağlantınızı kontrol edip tekrar deneyin.", "Tekrar dene"],
  ] as const) {
    test(`the page says so in ${language} and leads on`, async ({ page, flowPage, pulsen }) => {
      const file = "**/assets/index-*.js";
      await page.route(file, (route) => route.abort());
      await page.goto(`${pulsen.url}/feedback?node_id=demo-node&lang=${language}`);
      await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
      await flowPage.expectAccessible();
      await page.unroute(file);
      await page.getByRole("link", { name: retry }).click();
      await expect(flowPage.question("q-mood")).toBeVisible();
      await expect(page.getByText(text)).toBeHidden();
    });
  }

  test("a browser without JavaScript shows a text in the page's language", async ({ browser, pulsen }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${pulsen.url}/feedback?node_id=demo-node&lang=tr`);
    await expect(page.locator("noscript p")).toContainText("JavaScript gerekiyor");
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.locator("#failure")).toBeHidden();
    await context.close();
  });
});

function fileOf(url: string): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}

/** Watches for the engine on pages that are opened from now on. Returns a function that waits until it runs. */
async function watchEngine(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const load = WebAssembly.instantiateStreaming;
    Object.assign(window, {
      e2eEngine: new Promise((resolve) => {
        WebAssembly.instantiateStreaming = async (...source) => {
          const loaded = await load.apply(WebAssembly, source);
          // What follows are microtasks.
          setTimeout(resolve);
          return loaded;
        };
      }),
    });
  });
  return async () => {
    await page.evaluate(() => (window as unknown as { e2eEngine: Promise<void> }).e2eEngine);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
}

/** Returns what is seen of the page. */
function snapshot(page: Page): Promise<string> {
  return page.locator("#app").evaluate((app) => app.outerHTML);
}
