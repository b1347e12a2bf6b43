import { expect, test } from "@playwright/test";
import { type Browser, launch, type Page } from "puppeteer-core";
import { FailingProxy } from "../e2e/support/failingProxy";
import { importFlow, importNode } from "../e2e/support/importRecord";
import type { PulsenServer } from "../e2e/support/pulsenServer";
import { RECORDS } from "../e2e/support/test";
import { FIREFOX } from "./firefox";

const question = (id: string, style: string, fields = {}) => ({
  id: `e-${id}`,
  type: "question",
  question: { id: `q-${id}`, key: id, style, body: { en: id }, ...fields },
});

const FLOW = {
  id: "restored",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [
    {
      id: "all",
      isInitialState: true,
      elements: [
        question("name", "naming"),
        question("town", "dropdown", {
          options: ["Van", "Bursa"].map((name) => ({ id: name, key: name, body: { en: name } })),
        }),
        question("mood", "radio", { options: [{ id: "good", key: "good", body: { en: "Good" } }] }),
        { id: "send", type: "submit", body: { en: "Send" } },
      ].map((element, order) => ({ ...element, order })),
    },
  ],
};

let proxy: FailingProxy;
let browser: Browser;

test.beforeAll(async () => {
  proxy = await FailingProxy.start(RECORDS);
  browser = await launch({ browser: "firefox", executablePath: FIREFOX, headless: true, timeout: 120_000 });
});

test.afterAll(async () => {
  await browser?.close();
  await proxy?.stop();
});

test("what Firefox restores after a reload, before the scripts are there, is answered", async () => {
  const pulsen = proxy.upstream as PulsenServer;
  importFlow(pulsen, FLOW);
  const node = importNode(pulsen, { flow_id: FLOW.id });
  const page = await browser.newPage();
  // The scripts do not arrive.
  proxy.failures.set("/assets/", () => {});
  await page.goto(`${proxy.url}/feedback?node_id=${node}`, { waitUntil: "domcontentloaded" });
  await page.locator("[data-question=q-name] input").fill("Ada");
  await page.select("[data-question=q-town] select", ...(await optionValue(page, "Bursa")));
  await page.locator("[data-question=q-mood] input").click();
  proxy.failures.clear();
  await page.reload({ waitUntil: "domcontentloaded" });

  await page.waitForSelector("#app:not([data-prerendered]) form");
  expect(await page.evaluate(answers)).toEqual(["Ada", "", "Bursa", "checked"]);
  const sent = page.waitForResponse((response) => response.url().endsWith("/v1/feedbacks"));
  await page.locator("::-p-text(Send)").click();
  expect((await sent).status()).toBe(200);
  await page.close();
});

/** Returns the values of an option of a menu. */
async function optionValue(page: Page, name: string): Promise<string[]> {
  return page.evaluate(
    (name) =>
      Array.from(document.querySelectorAll("option"))
        .filter(({ text }) => text === name)
        .map(({ value }) => value),
    name,
  );
}

/** In the page: returns what stands in its fields. */
function answers(): (string | undefined)[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    "[data-question] :is(input, select)",
  );
  return Array.from(fields, (field) => {
    if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text;
    return field.checked ? "checked" : field.value;
  });
}
