import { join } from "node:path";
import { passTimeUntil, stopClock } from "pulsen-loader/e2e";
import { expect, type FlowPage, type Page, test } from "./support/test";

test.use({
  userAgent:
    "Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36 PulsenSDK/1.0",
});

const PAGE = "/feedback?node_id=in-app";
const AT_THE_END = ["PSN_REDIRECT_TO_STORE", "PSN_HAPPY_VISITOR", "PSN_END_OF_FLOW"];

/** How each kind of web view takes messages. The expression is evaluated in the page before its own scripts. */
const BRIDGES = {
  "React Native": "window.ReactNativeWebView = { postMessage: (json) => hand(json) }",
  iOS: "window.webkit = { messageHandlers: { pulsen: { postMessage: (json) => hand(json) } } }",
  "Android or Flutter": "window.PulsenSDK = { postMessage: (json) => hand(json) }",
  "a script that listens on the page":
    "addEventListener('message', ({ data, source, origin }) => { if (source === window && origin === location.origin) hand(data) })",
};

interface Message {
  type: string;
  data: Record<string, string>;
}

/** The messages that the application has got, on whatever pages of its web view. */
let received: Message[];

test.beforeEach(async ({ page, pulsen }) => {
  pulsen.import(join(import.meta.dirname, "records"));
  received = [];
  await page.exposeFunction("hand", (json: string) => {
    const message: Message = JSON.parse(json);
    if (message.type.startsWith("PSN_")) received.push(message);
  });
});

const types = () => received.map(({ type }) => type);

/** Answers the flow on a page whose clock is stopped. */
async function submit(page: Page, flowPage: FlowPage, answer: string) {
  await page.getByText(answer, { exact: true }).click();
  await flowPage.send().click();
  // In small steps, because the page has more to say after some seconds.
  await passTimeUntil(page, page.getByText("Thank you for your help."), 10);
}

for (const [name, bridge] of Object.entries(BRIDGES)) {
  test(`an application gets what a link page has to say: ${name}`, async ({ page, flowPage, pulsen }) => {
    await page.addInitScript(bridge);
    await stopClock(page);
    await flowPage.open(PAGE);
    await submit(page, flowPage, "I like it");
    const typesAfterAMoment = async () => {
      await page.clock.runFor(1);
      return types();
    };
    await expect.poll(typesAfterAMoment).toEqual(expect.arrayContaining(AT_THE_END));
    expect(types()).toHaveLength(AT_THE_END.length);
    await page.clock.runFor(3_000);
    await expect.poll(types).toHaveLength(AT_THE_END.length + 1);

    const { type, data } = received.at(-1) as Message;
    const [row] = pulsen.feedbacksOf(await flowPage.deviceId());
    expect(type).toBe("PSN_FEEDBACK_SUBMITTED");
    expect(data).toEqual({ feedback_id: row?.id, node_id: "in-app", flow_id: "in-app", state_id: "thanks" });
  });
}

test("nothing is lost when the application closes the web view early", async ({ page, flowPage, pulsen }) => {
  // A function that the test exposes cannot be called any more while the page is left; a native bridge can.
  await page.addInitScript(() => {
    const postMessage = (json: string) =>
      sessionStorage.setItem("handed", `${sessionStorage.getItem("handed") ?? ""} ${JSON.parse(json).type}`);
    Object.assign(window, { webkit: { messageHandlers: { pulsen: { postMessage } } } });
  });
  await stopClock(page);
  await flowPage.open(PAGE);
  await submit(page, flowPage, "I like it");
  await page.goto(`${pulsen.url}/healthz`);
  const handed = await page.evaluate(() => sessionStorage.getItem("handed"));
  expect(handed?.trim().split(" ").sort()).toEqual([...AT_THE_END, "PSN_FEEDBACK_SUBMITTED"].sort());
});

test("a bridge that throws leaves the page as it is", async ({ page, flowPage, pulsen }) => {
  await page.addInitScript(`
    const fail = () => { throw new Error("no such handler") };
    window.ReactNativeWebView = { postMessage: fail };
    window.webkit = { get messageHandlers() { fail() } };
    Object.defineProperty(window, "PulsenSDK", { get: fail });
  `);
  await flowPage.open(PAGE);
  await page.getByText("I like it", { exact: true }).click();
  await flowPage.send().click();
  await expect(page.getByText("Thank you for your help.")).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toHaveLength(1);
});

test("a chat asks the application to close the web view", async ({ page, flowPage }) => {
  await page.addInitScript(BRIDGES["Android or Flutter"]);
  await flowPage.open(PAGE);
  await page.getByText("I do not", { exact: true }).click();
  await flowPage.send().click();
  await page.waitForURL(/\/chat\?feedback_id=/);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(() => received.at(-1)).toEqual({ type: "PSN_WEB_WIDGET_CLOSED", data: {} });
  expect(types()).toContain("PSN_FEEDBACK_SUBMITTED");
  await flowPage.expectAccessible();
});

test("content keeps clear of what the device covers", async ({ page, flowPage }) => {
  const devtools = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 375, height: 812 });
  const insets = { top: 47, bottom: 34, left: 20, right: 20 };
  await devtools.send("Emulation.setSafeAreaInsetsOverride" as never, { insets } as never);
  await flowPage.open(PAGE);
  const header = await page.getByRole("banner").boundingBox();
  const footer = await page.getByRole("contentinfo").boundingBox();
  expect(header).toMatchObject({ x: 20, y: 47, width: 335 });
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBe(812 - 34);
});

test.describe("an ordinary browser", () => {
  test.use({ userAgent: "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile" });

  test("has no application to tell", async ({ page, flowPage }) => {
    await page.addInitScript(BRIDGES["React Native"]);
    await stopClock(page);
    await flowPage.open(PAGE);
    await submit(page, flowPage, "I like it");
    await page.clock.runFor(10_000);
    // Whatever the page had handed over would be there before this.
    await page.evaluate("hand(JSON.stringify({ type: 'PSN_LAST' }))");
    expect(types()).toEqual(["PSN_LAST"]);
  });
});
