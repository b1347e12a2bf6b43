import { generateKeyPairSync } from "node:crypto";
import type { FrameLocator, Page, Request } from "@playwright/test";
import { expectAccessible, type PulsenServer, stillBox } from "pulsen-loader/e2e";
import type { FlowPage } from "./support/flowPage";
import { importRecords, signAttributes, signLink } from "./support/importRecords";
import { expect, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const ALREADY_GIVEN = "You have already given your feedback. Thank you!";
const SECRET = "the-secret-of-the-test-widget-000";
const KEYS = generateKeyPairSync("ed25519", {
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const NODE = { name: "Fener Coffee", flow_id: "demo-flow", public_key: KEYS.publicKey };

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    nodes: [
      { ...NODE, id: "known" },
      { ...NODE, id: "known-once", prevent_multiple_feedback: true },
    ],
    widgets: [
      { code: "PSN-KNOWN01", node_id: "known", secret: SECRET },
      { code: "PSN-SECURE1", node_id: "known", secret: SECRET, secure_mode: true },
      { code: "PSN-ONCE001", node_id: "known", prevent_multiple_feedback: true },
    ],
  }),
);

interface StoredFeedback {
  customer: { id?: string; email?: string; custom_attributes?: object };
  isVerified: boolean;
  hasVerifiedAttributes: boolean;
  userId: string | null;
}

async function storedFeedback(pulsen: PulsenServer, flowPage: FlowPage): Promise<StoredFeedback> {
  const deviceId = await flowPage.deviceId();
  const [row] = pulsen.query<{
    customer: string;
    customer_verified: number;
    attributes_verified: number;
    user_id: string | null;
  }>(
    `SELECT customer, customer_verified, attributes_verified, user_id FROM feedbacks WHERE device_id = '${deviceId}'`,
  );
  return {
    customer: JSON.parse(row?.customer ?? "{}"),
    isVerified: row?.customer_verified === 1,
    hasVerifiedAttributes: row?.attributes_verified === 1,
    userId: row?.user_id ?? null,
  };
}

const isVisit = (request: Request) => new URL(request.url()).pathname.endsWith("/customers/visit");

/** Collects the bodies of the visits that a page makes. */
function collectVisits(page: Page): object[] {
  const visits: object[] = [];
  page.on("request", (request) => {
    if (isVisit(request)) visits.push(request.postDataJSON());
  });
  return visits;
}

test.describe("on a link page", () => {
  test("who answers gets an id, which the feedback names; who only looks gets none", async ({
    page,
    flowPage,
    pulsen,
  }) => {
    const visits = collectVisits(page);
    await flowPage.open("/feedback?node_id=known");
    expect(visits).toEqual([]);
    const answered = page.waitForResponse((response) => isVisit(response.request()));
    await flowPage.answerUpToSend();
    const { id } = await (await answered).json();
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    expect(visits).toEqual([{ device_id: await flowPage.deviceId() }]);
    expect(await storedFeedback(pulsen, flowPage)).toMatchObject({ customer: { id }, isVerified: false });
  });

  test("a signed link fills in what it says about the customer, as a verified one", async ({
    page,
    flowPage,
    pulsen,
  }) => {
    const customer = { external_id: "K-7", email: "ada@example.com" };
    await flowPage.open(signLink("known", KEYS.privateKey, customer));
    await flowPage.answerUpToSend();
    await expect(page.getByLabel("Your email")).toHaveValue("ada@example.com");
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    const stored = await storedFeedback(pulsen, flowPage);
    expect(stored).toMatchObject({ customer: { external_id: "K-7" }, isVerified: true });
  });

  test("an unsigned copy of the link fills in nothing", async ({ page, flowPage }) => {
    const link = signLink("known", KEYS.privateKey, { email: "ada@example.com" });
    await flowPage.open(`${link}x`);
    await flowPage.answerUpToSend();
    await expect(page.getByLabel("Your email")).toHaveValue("");
  });

  test("the customer whom the link names is asked for with its signature", async ({
    page,
    flowPage,
    pulsen,
  }) => {
    const visit = await page.request.post(`${pulsen.url}/v2/web_widgets/known/customers/visit`, {
      data: { device_id: "another-device", email: "bea@example.com" },
    });
    const { id } = await visit.json();
    const link = signLink("known", KEYS.privateKey, { id });
    await flowPage.open(`${link}&creator_id=${id}`);
    await flowPage.answerUpToSend();
    await expect(page.getByLabel("Your email")).toHaveValue("bea@example.com");
  });

  test("a verified customer is not asked again on another device @mobile", async ({
    page,
    flowPage,
    browser,
    pulsen,
  }) => {
    const link = signLink("known-once", KEYS.privateKey, { external_id: `K-${Date.now()}` });
    const earlier = await browser.newPage();
    const response = await earlier.request.post(`${pulsen.url}/v1/feedbacks`, {
      headers: { "X-Signature": new URL(link, pulsen.url).searchParams.get("signature") ?? "" },
      data: {
        device_id: "another-device",
        node_id: "known-once",
        flow_id: "demo-flow",
        responses: [
          { question_id: "q-mood", option_id: "mood-fine" },
          { question_id: "q-recommend", body: "9" },
        ],
      },
    });
    expect(response.status(), await response.text()).toBe(200);
    await earlier.close();
    await page.goto(pulsen.url + link);
    await expect(page.getByRole("heading", { name: ALREADY_GIVEN })).toBeVisible();
    await expect(flowPage.question("q-mood")).toHaveCount(0);
    await expectAccessible(page);
    await shoot(page, "already-given");
  });

  test("a visit that fails keeps nobody from answering", async ({ page, flowPage, pulsen }) => {
    await page.route("**/customers/visit", (route) =>
      route.fulfill({ status: 500, json: { code: "internal" } }),
    );
    await flowPage.open("/feedback?node_id=known");
    const reported = page.waitForEvent("console", (message) =>
      message.text().includes("did not take what is known about the visitor: internal"),
    );
    await flowPage.answerUpToSend();
    await reported;
    await flowPage.send().click();
    await expect(page.getByText(THANKS)).toBeVisible();
    expect((await storedFeedback(pulsen, flowPage)).customer).toEqual({});
  });
});

test.describe("in the widget", () => {
  const ADA = { external_id: "42", email: "ada@example.com", user_id: "u-42" };
  const PLAN = { plan: "gold", cart: { items: [1, "two"] } };

  test("what the host says reaches the feedback as a claim", async ({ page, flowPage, pulsen }) => {
    const visits = collectVisits(page);
    const frame = await openWidgetPage(page, pulsen, "PSN-KNOWN01");
    await identify(page, ADA, PLAN);
    await page.frameLocator("#psn-widget-button-frame").getByRole("button").hover();
    await frame.locator("[data-question=q-mood]").waitFor({ state: "attached" });
    expect(visits, "nothing is sent before the widget is open").toEqual([]);
    const visited = page.waitForResponse((response) => isVisit(response.request()));
    await openWidget(page);
    const { id } = await (await visited).json();
    const visitsBeforeAnswers = visits.slice();
    await answer(frame, "ada@example.com");
    // The visitor's browser keeps its id from the first answer on.
    expect(visitsBeforeAnswers).toEqual([
      { ...ADA, custom_attributes: PLAN, device_id: await flowPage.deviceId(), widget_code: "PSN-KNOWN01" },
    ]);
    expect(await storedFeedback(pulsen, flowPage)).toEqual({
      // The flow masks the email.
      customer: { id, email: "***@*******.com", external_id: "42", custom_attributes: PLAN },
      isVerified: false,
      hasVerifiedAttributes: false,
      userId: "u-42",
    });
  });

  test("what the host's server has signed reaches it as proven, also under secure mode", async ({
    page,
    flowPage,
    pulsen,
  }) => {
    const jws = signAttributes("PSN-SECURE1", SECRET, PLAN, ADA);
    const frame = await openWidgetPage(page, pulsen, "PSN-SECURE1");
    // The opening is a visit of its own, by somebody unknown.
    const visited = page.waitForResponse((response) => {
      const request = response.request();
      return isVisit(request) && request.postData()?.includes(jws) === true;
    });
    await openWidget(page);
    await identify(page, null, null, jws);
    const { id } = await (await visited).json();
    await answer(frame, "ada@example.com");
    expect(await storedFeedback(pulsen, flowPage)).toEqual({
      // The flow masks the email.
      customer: { id, email: "***@*******.com", external_id: "42", custom_attributes: PLAN },
      isVerified: true,
      hasVerifiedAttributes: true,
      userId: "u-42",
    });
  });

  test("under secure mode nothing unsigned is taken, and the console says why", async ({
    page,
    flowPage,
    pulsen,
  }) => {
    const frame = await openWidgetPage(page, pulsen, "PSN-SECURE1");
    await openWidget(page);
    const refused = page.waitForEvent("console", (message) => message.text().includes("unsigned_attributes"));
    expect(await identify(page, ADA, PLAN)).toBe("unsigned_attributes");
    await refused;
    const forged = page.waitForEvent("console", (message) =>
      message.text().includes("invalid_attributes_jws"),
    );
    await identify(page, null, null, signAttributes("PSN-KNOWN01", SECRET, PLAN, ADA));
    await forged;
    await answer(frame, "");
    const stored = await storedFeedback(pulsen, flowPage);
    expect(stored.isVerified).toBe(false);
    expect(stored.customer.custom_attributes).toBeUndefined();
    expect(stored.userId).toBeNull();
  });

  test("a visitor who has given the one feedback of a widget is not asked again @mobile", async ({
    page,
    pulsen,
  }) => {
    const frame = await openWidgetPage(page, pulsen, "PSN-ONCE001");
    await openWidget(page);
    await answer(frame, "");
    // The frame tells the host's page, which keeps it.
    const kept = () => page.evaluate(() => localStorage.getItem("FLOW/widget") ?? "");
    await expect.poll(kept).toContain("lastFeedbackDate");
    await page.reload();
    await page.locator("#psn-widget-button-frame").waitFor({ state: "attached" });
    await expect(page.locator("#psn-widget-button-frame")).toBeHidden();
    // The host can still open it.
    await page.evaluate(() => (window as unknown as { PSN: CallableFunction }).PSN("open"));
    await expect(frame.getByRole("heading", { name: ALREADY_GIVEN })).toBeVisible();
    await expectAccessible(page);
    await shoot(page, "already-given-widget");
  });
});

async function openWidgetPage(page: Page, pulsen: PulsenServer, code: string): Promise<FrameLocator> {
  await page.goto(`${pulsen.url}/widget?code=${code}`);
  await page.frameLocator("#psn-widget-button-frame").getByRole("button").waitFor();
  return page.frameLocator("#psn-widget-content-frame");
}

async function openWidget(page: Page) {
  await page.frameLocator("#psn-widget-button-frame").getByRole("button").click();
  await expect(page.locator("#psn-widget-content-frame")).toBeVisible();
}

/** Says who the visitor is. Returns the code of the error with which the loader refuses it, if it does. */
function identify(page: Page, ...said: unknown[]): Promise<string | undefined> {
  return page.evaluate(
    (said) =>
      (window as unknown as { PSN: CallableFunction }).PSN("identify", ...said).then(
        () => undefined,
        (error: { code: string }) => error.code,
      ),
    said,
  );
}

/** Answers the demo flow in the widget to its end, where the email is expected to be filled in. */
async function answer(frame: FrameLocator, email: string) {
  await frame.locator("#app:not([data-prerendered]) [data-question=q-mood]").waitFor();
  await stillBox(frame.owner());
  await frame.getByText("Just fine", { exact: true }).click();
  await frame.getByRole("button", { name: "Next", exact: true }).click();
  await frame.getByRole("radio", { name: "9", exact: true }).check();
  await frame.getByRole("button", { name: "Next", exact: true }).click();
  await expect(frame.getByLabel("Your email")).toHaveValue(email);
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(frame.getByText(THANKS)).toBeVisible();
}

async function shoot(page: Page, name: string) {
  const folder = process.env.PULSEN_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()?.width}.png` });
}
