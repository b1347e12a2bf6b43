import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { expectAccessible, PulsenServer } from "pulsen-loader/e2e";
import { expect, type Page, test } from "./support/test";

/** A shop's system that knows orders. */
class Shop {
  readonly orders: Record<string, object> = { "A-1": { city: "Ankara", size: "large" }, "A-2": {} };
  /** The requests that wait for a response, while `isSlow`. */
  readonly waiting: ServerResponse[] = [];
  isSlow = false;
  isBroken = false;
  url = "";
  private readonly server: Server = createServer(async (request, response) => {
    const { order } = (await json(request)) as { order: string };
    if (this.isSlow) {
      this.waiting.push(response);
      return;
    }
    if (this.isBroken) response.writeHead(500).end();
    else response.end(JSON.stringify({ ...this.orders[order], mail: order.includes("@"), tier: 3 }));
  });

  async start() {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const LANGUAGES = [
  { id: "l-en", code: "en", name: "English" },
  { id: "l-tr", code: "tr", name: "Türkçe" },
];

function question(id: string, style: string, body: string, more: object = {}) {
  return { id: `e-${id}`, type: "question", question: { id: `q-${id}`, key: id, style, body, ...more } };
}

function records(url: string): Record<string, object> {
  const body = { order: "{{answer}}" };
  return {
    "connectors/orders.json": {
      id: "orders",
      url,
      body,
      questions: { "q-city": "/city", size: "/size" },
    },
    "connectors/customers.json": { id: "customers", url, body, data: { tier: "/tier", known: "/mail" } },
    "nodes/shop.json": { id: "shop", name: "Fener Coffee", flow_id: "order" },
    "flows/order.json": {
      id: "order",
      languages: LANGUAGES,
      states: [
        {
          id: "page",
          isInitialState: true,
          nextStateId: "end",
          elements: [
            question("order", "dynamic_request", "Which order is it about?", {
              bindingModel: "orders",
              description: "Its number begins with A-",
              isRequired: true,
            }),
            question("city", "text", "Where did it go to?"),
            question("size", "radio", "Which size was it?", {
              options: [
                { id: "o-s", key: "small", body: "Small" },
                { id: "o-l", key: "large", body: "Large" },
              ],
            }),
            question("mail", "email", "Your email", { bindingModel: "customers" }),
            { id: "e-send", type: "submit", body: "Send" },
          ],
        },
        {
          id: "end",
          style: "thank_you",
          elements: [{ id: "e-thanks", type: "label", body: "Thank you!" }],
        },
      ],
    },
  };
}

const shop = new Shop();
let server: PulsenServer;

test.beforeAll(async () => {
  await shop.start();
  const folder = mkdtempSync(join(tmpdir(), "pulsen-records-"));
  for (const [path, record] of Object.entries(records(shop.url))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(record));
  }
  server = await PulsenServer.start({ records: folder, allowsPrivateConnectors: true });
  rmSync(folder, { recursive: true });
});

test.afterAll(async () => {
  await server.stop();
  shop.stop();
});

test.beforeEach(async ({ page }) => {
  shop.isSlow = false;
  shop.isBroken = false;
  shop.waiting.length = 0;
  await page.goto(`${server.url}/feedback?node_id=shop`);
  await order(page).waitFor();
});

function order(page: Page) {
  return page.getByRole("textbox", { name: "Which order is it about?" });
}

function city(page: Page) {
  return page.getByRole("textbox", { name: "Where did it go to?" });
}

async function shoot(page: Page, name: string) {
  if (!process.env.PULSEN_SHOTS) return;
  const path = `${process.env.PULSEN_SHOTS}/look-up-${name}-${page.viewportSize()?.width}.png`;
  await page.screenshot({ path, fullPage: true });
}

test("what is looked up fills in the other questions, and is sent with the answers @mobile", async ({
  page,
}) => {
  await order(page).fill("A-1");
  await order(page).press("Enter");
  await expect(city(page)).toHaveValue("Ankara");
  await expect(page.getByRole("radio", { name: "Large" })).toBeChecked();
  await expect(page.getByText("Details found and filled in.")).toBeVisible();
  await shoot(page, "found");
  await expectAccessible(page);
  await page.getByLabel("Your email").fill("ann@example.com");
  // The focus leaves the question for the button, which waits for what is looked up for it.
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Thank you!")).toBeVisible();
  const [row] = server.query<{ responses: string }>(
    "SELECT responses FROM feedbacks ORDER BY seq DESC LIMIT 1",
  );
  expect(JSON.parse(row?.responses ?? "[]")).toEqual([
    { question_id: "q-order", body: "A-1" },
    { question_id: "q-city", body: "Ankara" },
    { question_id: "q-size", option_id: "o-l" },
    { question_id: "q-mail", body: "ann@example.com", binding_data: { known: true, tier: 3 } },
  ]);
});

test("what the visitor typed stays, and another answer is looked up again", async ({ page }) => {
  await city(page).fill("Bursa");
  await order(page).fill("A-1");
  await city(page).focus();
  await expect(page.getByRole("radio", { name: "Large" })).toBeChecked();
  await expect(city(page)).toHaveValue("Bursa");
  await order(page).fill("A-2");
  await city(page).focus();
  await expect(page.getByText("No details found for this answer.")).toBeVisible();
  await expect(page.getByText("Details found and filled in.")).toHaveCount(0);
});

test("an order that nobody knows, in Turkish @mobile", async ({ page }) => {
  await page.goto(`${server.url}/feedback?node_id=shop&lang=tr`);
  await order(page).fill("A-9");
  await order(page).press("Enter");
  await expect(page.getByText("Bu yanıtla ilgili bir bilgi bulunamadı.")).toBeVisible();
  await shoot(page, "nothing-tr");
  await expectAccessible(page);
});

test("a page waits for a look-up, and a failed one can be tried again @mobile", { tag: "@4.1.3" }, async ({
  page,
}) => {
  shop.isSlow = true;
  await order(page).fill("A-1");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Looking up…")).toBeVisible();
  await shoot(page, "loading");
  await expectAccessible(page);
  await expect.poll(() => shop.waiting.length).toBe(1);
  shop.waiting[0]?.writeHead(500).end();
  await expect(page.getByText("Something went wrong. Please try again later.")).toBeVisible();
  await expect(order(page)).toBeFocused();
  await shoot(page, "failed");
  await expectAccessible(page);
  shop.isSlow = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(city(page)).toHaveValue("Ankara");
  await expect(order(page)).toBeFocused();
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Thank you!")).toBeVisible();
});

test("a visitor whom a retry does not help can continue", async ({ page }) => {
  shop.isBroken = true;
  await order(page).fill("A-1");
  await order(page).press("Enter");
  await expect(page.getByText("Something went wrong. Please try again later.")).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Thank you!")).toBeVisible();
});
