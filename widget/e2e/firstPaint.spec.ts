import { join } from "node:path";
import { FailingProxy, stopClock, watchLayoutShifts } from "pulsen-loader/e2e";
import { holdScripts } from "./support/holdScripts";
import { importRecords } from "./support/importRecords";
import { storedOf } from "./support/storedFeedback";
import { expect, type Page, test } from "./support/test";

/** The same in both languages. */
const text = (body: string) => ({ en: body, tr: body });

const question = (id: string, style: string, fields: object = {}) => ({
  id: `e-${id}`,
  type: "question",
  question: { id: `q-${id}`, key: id, style, body: text(id), ...fields },
});

const options = (...names: string[]) =>
  names.map((name) => ({ id: `o-${name}`, key: name, body: text(name) }));

/** A page with a question of each kind that can be answered without a script. */
const FLOW = {
  id: "early",
  languages: [
    { id: "en", code: "en", name: "English" },
    { id: "tr", code: "tr", name: "tr" },
  ],
  states: [
    {
      id: "all",
      isInitialState: true,
      nextStateId: "more",
      elements: [
        question("mood", "radio", { options: options("good", "bad") }),
        question("wishes", "checklist", { options: options("tea", "cake", "quiet") }),
        question("likely", "score", { minLabel: text("Not at all"), maxLabel: text("Very") }),
        question("stars", "star", { max: 5 }),
        question("word", "text"),
        question("story", "textarea"),
        question("mail", "email"),
        question("branch", "dropdown", { options: options("north", "south") }),
        question("warmth", "slider", { min: 0, max: 10 }),
        { id: "e-next", type: "next_page", body: text("Next") },
      ].map((element, order) => ({ ...element, order })),
    },
    {
      id: "more",
      nextStateId: "thanks",
      elements: [{ id: "e-send", type: "submit", body: text("Send") }],
    },
    { id: "thanks", style: "thank_you", elements: [{ id: "ty", type: "label", body: text("Thanks!") }] },
  ],
};

test.beforeAll(({ pulsen }) => {
  importRecords(pulsen, {
    flows: [FLOW],
    nodes: [
      { id: "early", name: "Fener Coffee", flow_id: "early", primary_color: "#7c3aed" },
      { id: "early-closed", name: "Fener Coffee", flow_id: "early", status: "inactive" },
      { id: "early-once", flow_id: "early", prevent_multiple_feedback: true },
      { id: "early-dark", flow_id: "early", theme: "dark" },
    ],
  });
});

test("the first question is there, and can be read by everybody, before any script", async ({
  page,
  pulsen,
  flowPage,
}) => {
  await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);

  await expect(page.getByRole("radio", { name: "good" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Fener Coffee" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Türkçe" })).toBeVisible();
  const next = page.getByRole("button", { name: "Next" });
  await expect(next).toHaveCSS("background-color", "rgb(124, 58, 237)");
  await flowPage.expectAccessible();
});

test("nothing moves when the scripts take the page over", async ({ page, pulsen }) => {
  const shifts = await watchLayoutShifts(page);
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const release = await holdScripts(page);
    await open(page, `${pulsen.url}/feedback?node_id=early`);
    await page.evaluate(() => window.scrollTo(0, 150));
    const before = await boxes(page);
    release();
    await takenOver(page);
    expect(await boxes(page), `${width} pixels`).toEqual(before);
    expect(await shifts(), `${width} pixels`).toEqual([]);
  }
});

for (const [what, path] of [
  ["a preview in the widget's frame", "/flow_preview?flow_id=early"],
  ["a message instead of a flow", "/feedback?node_id=early-closed"],
  ["a page that does not exist", "/feedback?node_id=early-gone"],
] as const) {
  test(`${what} is there before any script, and does not move`, async ({ page, pulsen, flowPage }) => {
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const release = await holdScripts(page);
      await open(page, pulsen.url + path);
      await expect(page.getByRole("heading").or(page.getByRole("radio")).first()).toBeVisible();
      await flowPage.expectAccessible();
      const before = await boxes(page);
      release();
      await expect(page.locator("#app:not([data-prerendered])")).toBeVisible();
      expect(await boxes(page), `${width} pixels`).toEqual(before);
    }
  });
}

test("what a visitor does before the scripts are there counts, by mouse and keyboard", async ({
  page,
  pulsen,
  flowPage,
}) => {
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  await page.getByRole("radio", { name: "good" }).check();
  await page.getByRole("radio", { name: "bad" }).check();
  await page.getByRole("checkbox", { name: "tea" }).check();
  await page.getByRole("checkbox", { name: "cake" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "tea" }).uncheck();
  await page.getByRole("radio", { name: "0, Not at all" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("radio", { name: "4 of 5" }).check();
  await page.getByRole("textbox", { name: "word" }).fill("calm");
  await page.getByRole("textbox", { name: "mail" }).fill("ann@example.com");
  await page.getByRole("combobox", { name: "branch" }).selectOption({ label: "south" });
  await page.getByRole("slider", { name: "warmth" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("textbox", { name: "story" }).click();
  await page.keyboard.type("I came in from the rain.");
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowLeft");

  release();
  await takenOver(page);
  // The visitor goes on where the caret was.
  await page.keyboard.type("heavy ");
  await expect(page.getByRole("textbox", { name: "story" })).toHaveValue("I came in from the heavy rain.");
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText("Thanks!")).toBeVisible();

  const { responses } = await storedOf(pulsen, page);
  const answers = responses.map((item) => [item.question_id, item.option_id ?? item.body]);
  expect(Object.fromEntries(answers)).toEqual({
    "q-mood": "o-bad",
    "q-wishes": "o-cake",
    "q-likely": "1",
    "q-stars": "4",
    "q-word": "calm",
    "q-story": "I came in from the heavy rain.",
    "q-mail": "ann@example.com",
    "q-branch": "o-south",
    "q-warmth": expect.stringMatching(/^[0-9]+$/),
  });
});

test("an early press of Next leads on when the scripts are there", async ({ page, pulsen, flowPage }) => {
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  await page.getByRole("radio", { name: "good" }).check();
  await flowPage.next().click();
  release();
  await expect(flowPage.send()).toBeVisible();
});

test("Enter in an early text sends the form to nobody but the engine", async ({ page, pulsen, flowPage }) => {
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  await page.getByRole("textbox", { name: "word" }).fill("calm");
  await page.keyboard.press("Enter");
  release();
  await expect(flowPage.send()).toBeVisible();
});

test("a press that has begun ends on the control that it began on", async ({ page, pulsen }) => {
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  await page.getByText("good", { exact: true }).hover();
  await page.mouse.down();
  release();
  // The scripts wait for the end of the press, and have nothing else to wait for.
  await expect(page.locator("#app")).toHaveAttribute("data-prerendered", "taken");
  await rendererIsThere(page);
  await expect(page.locator("#app")).toHaveAttribute("data-prerendered", "taken");
  await page.mouse.up();
  await takenOver(page);
  await expect(page.getByRole("radio", { name: "good" })).toBeChecked();
});

test("a press ends also where timers are late", async ({ page, pulsen }) => {
  await stopClock(page);
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  await page.getByText("good", { exact: true }).click();
  release();
  await takenOver(page);
  await expect(page.getByRole("radio", { name: "good" })).toBeChecked();
});

test("a text that is being composed is not torn apart", async ({ page, pulsen }) => {
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  const word = page.getByRole("textbox", { name: "word" });
  await word.focus();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text: "ま", selectionStart: 1, selectionEnd: 1 });
  release();
  await expect(page.locator("#app")).toHaveAttribute("data-prerendered", "taken");
  await rendererIsThere(page);
  await expect(page.locator("#app")).toHaveAttribute("data-prerendered", "taken");
  await browser.send("Input.imeSetComposition", { text: "町", selectionStart: 1, selectionEnd: 1 });
  await browser.send("Input.insertText", { text: "町" });
  await takenOver(page);
  await expect(word).toHaveValue("町");
  await expect(word).toBeFocused();
});

test("scripts do not start before all of the HTML is there", async ({ page }) => {
  const gate = await FailingProxy.start(join(import.meta.dirname, "records"));
  const address = `${gate.url}/feedback?node_id=demo-node`;
  const served = await fetch(address);
  const html = await served.text();
  const middle = html.indexOf("<form");
  let sendRest = () => {};
  gate.failures.set("/feedback", (response) => {
    const headers = ["content-type", "content-security-policy"].map((name) => [
      name,
      served.headers.get(name) ?? "",
    ]);
    response.writeHead(200, Object.fromEntries(headers)).write(html.slice(0, middle));
    sendRest = () => response.end(html.slice(middle));
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("#app section").waitFor({ state: "attached" });
  await preloadsAreThere(page);
  await expect(page.locator("script[src]")).toHaveCount(0);
  sendRest();
  await takenOver(page);
  await expect(page.locator("form")).toHaveCount(1);
  await gate.stop();
});

test("a finger answers early, too", async ({ browser, pulsen }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 375, height: 740 } });
  const page = await context.newPage();
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  await page.getByText("bad", { exact: true }).tap();
  await page.getByText("quiet", { exact: true }).tap();
  release();
  await takenOver(page);
  await expect(page.getByRole("radio", { name: "bad" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "quiet" })).toBeChecked();
  await context.close();
});

test("a visitor who has left answers sees the page once, as it was left", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=early`);
  await takenOver(page);
  await page.getByRole("radio", { name: "good" }).check();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("FLOW/runs"))).toContain("early");
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early`);
  await expect(page.locator("#app")).toBeHidden();
  release();
  await expect(page.locator("#app")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start over" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "good" })).toBeChecked();
});

test("where the scripts do not arrive the page says so below the question", async ({ page, pulsen }) => {
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await page.goto(`${pulsen.url}/feedback?node_id=early`);
  await expect(page.getByRole("radio", { name: "good" })).toBeVisible();
  await expect(page.getByRole("alert").getByText("could not be loaded")).toBeVisible();
});

test("without scripts the page says so below the question", async ({ browser, pulsen }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${pulsen.url}/feedback?node_id=early`);
  await expect(page.getByText("good", { exact: true })).toBeVisible();
  await expect(page.locator(".page-failure").first()).toHaveText(/This page needs JavaScript/);
  await context.close();
});

for (const [who, path] of [
  ["a node that takes one feedback from each visitor", "/feedback?node_id=early-once"],
  ["a link with answers", `/feedback?node_id=early&responses=${encodeURIComponent('{"mood":"good"}')}`],
] as const) {
  test(`${who} is drawn by the scripts alone`, async ({ page, pulsen }) => {
    await page.goto(pulsen.url + path);
    await expect(page.getByRole("radio", { name: "good" })).toBeVisible();
    const html = await (await page.request.get(pulsen.url + path)).text();
    expect(html).toContain('<div id="app"></div>');
  });
}

test("a dark page is dark before any script", async ({ page, pulsen }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto(`${pulsen.url}/feedback?node_id=early`);
  await takenOver(page);
  const light = await background();
  const release = await holdScripts(page);
  await open(page, `${pulsen.url}/feedback?node_id=early-dark`);
  await expect(page.getByRole("radio", { name: "good" })).toBeVisible();
  const dark = await background();
  expect(dark).not.toBe(light);
  release();
  await takenOver(page);
  expect(await background()).toBe(dark);
});

/** Opens a page whose scripts may be held. */
async function open(page: Page, url: string) {
  await page.goto(url, { waitUntil: "commit" });
  await page.locator("#failure").waitFor({ state: "attached" });
}

async function takenOver(page: Page) {
  await expect(page.locator("#app:not([data-prerendered]) form")).toBeVisible();
}

/** Waits for the page's scripts, which are not run by that. */
async function preloadsAreThere(page: Page) {
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const preloads = Array.from(document.querySelectorAll<HTMLLinkElement>("[data-start]"));
    return preloads.length > 0 && preloads.every(({ href }) => files.includes(href));
  });
}

/** Waits for the script that draws the page. */
async function rendererIsThere(page: Page) {
  await page.evaluate(async () => {
    const script = document.querySelector<HTMLScriptElement>('script[src*="render-"]');
    await import(script?.src ?? "");
    // The page waits for it, too, and is called first.
    await new Promise((resolve) => setTimeout(resolve));
  });
}

/** Returns where everything stands that can be seen. */
function boxes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll("#app *"), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.tagName}: ${[x, y, width, height].map(Math.round).join(" ")}`;
    }),
  );
}
