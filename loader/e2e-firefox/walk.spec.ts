import { expect, test } from "@playwright/test";
import { type Browser, type Frame, launch, type Page } from "puppeteer-core";
import { HOST_POLICIES } from "../e2e/support/hostPolicies";
import { HostSite, scriptTag } from "../e2e/support/hostSite";
import { PulsenServer } from "../e2e/support/pulsenServer";
import { RECORDS } from "../e2e/support/test";
import { CONTENT_FRAME_ID } from "../src/frame/frameElement";
import { LAUNCHER_FRAME_ID } from "../src/launcher/mount";
import { FIREFOX } from "./firefox";

let pulsen: PulsenServer;
let host: HostSite;
let browser: Browser;

test.beforeAll(async () => {
  pulsen = await PulsenServer.start({ hostname: "localhost" });
  pulsen.import(RECORDS);
  host = await HostSite.start();
  browser = await launch({ browser: "firefox", executablePath: FIREFOX, headless: true, timeout: 120_000 });
});

test.afterAll(async () => {
  await browser?.close();
  await host?.stop();
  await pulsen?.stop();
});

// Without those that are isolated: there the driver finds no frame of another site.
const POLICIES = HOST_POLICIES.filter(({ isolates }) => !isolates);

for (const policy of [undefined, ...POLICIES]) {
  test(`a visitor answers in Firefox on a host with ${policy?.name ?? "no policy"}`, async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => {
      if (!String(error).includes("/favicon.ico")) errors.push(String(error));
    });
    page.on("console", (message) => {
      // Firefox asks for an icon by itself, and says what happened to it.
      if (message.type() === "error" && !message.text().includes("/favicon.ico")) errors.push(message.text());
    });
    await page.goto(
      host.add({
        headers: policy?.headers(pulsen.url) ?? {},
        head: scriptTag(pulsen.url, "PSN-E2EHOME", policy?.attributes),
      }),
    );
    const launcher = await frameOf(page, LAUNCHER_FRAME_ID);
    await launcher.locator("button").click();
    // By its address, because WebDriver BiDi names no element for a frame of another site.
    await page.waitForSelector(`#${CONTENT_FRAME_ID}`, { visible: true });
    const content = await page.waitForFrame((frame) => frame.url().startsWith(`${pulsen.url}/widget`));
    await content.locator("::-p-text(Not so good)").click();
    await content.locator("::-p-text(Next)").click();
    await content.locator("input, textarea").fill("Warmer lamps");
    await content.locator("::-p-text(Send)").click();
    await content.locator("::-p-text(Thank you, we read everything)").wait();
    await launcher.locator("button").click();
    await page.waitForSelector(`#${CONTENT_FRAME_ID}`, { hidden: true });
    expect(errors).toEqual([]);
    await page.close();
  });
}

async function frameOf(page: Page, id: string): Promise<Frame> {
  const element = await page.waitForSelector(`#${id}`, { visible: true });
  const frame = await element?.contentFrame();
  if (!frame) throw new Error(`There is no frame ${id}.`);
  return frame;
}
