import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, submitFeedback, test } from "./support/settings";

test("a connector is added, checked, changed, archived and restored", async ({ page, pulsen, arrive }) => {
  await arrive("Figen");
  const id = `orders-${randomUUID().slice(0, 8)}`;
  const token = pulsen.staffToken(`Other ${id}`);
  const staff = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${pulsen.url}/v1/staff/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await page.goto(`${pulsen.url}/staff/settings/connectors`);
  await page.getByRole("button", { name: "Add a connector" }).click();
  const text = page.getByLabel("Connector as JSON");
  const save = page.getByRole("button", { name: "Save" });
  await text.fill(`{\n  "id": "${id}",\n  x`);
  await save.click();
  const findings = page.getByRole("alert");
  await expect(findings).toContainText("Error · line 3, column 3");
  const connector = {
    id,
    methd: "GET",
    url: "https://shop.example/o/{{answer}}",
    data: { tier: "/t" },
  };
  await text.fill(JSON.stringify(connector, null, 2));
  await page.getByRole("button", { name: "Check" }).click();
  await expect(findings).toContainText("/methd is not a known field; did you mean `method`?");
  const { methd, ...rest } = connector;
  const right = { ...rest, method: methd, headers: { "X-Key": "secret" } };
  await text.fill(JSON.stringify(right, null, 2));
  await page.getByLabel("Note").fill("The first one");
  await save.click();
  await expect(page.getByRole("heading", { level: 1, name: id })).toBeVisible();
  await expect(page.getByText("GET https://shop.example/o/{{answer}}")).toBeVisible();
  await expect(page.getByText("The first one")).toBeVisible();

  // The server keeps the secret, and gives it to nobody.
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  await expect(text).toHaveValue(/"stored": true/);
  await text.fill((await text.inputValue()).replace("/o/", "/orders/"));
  // Somebody else changes it meanwhile.
  const changed = await staff(
    "PUT",
    `connectors/${id}`,
    { ...right, timeout_ms: 2000 },
    { "if-match": '"1"' },
  );
  expect(changed.status).toBe(200);
  await save.click();
  await expect(page.getByText("Somebody else has changed this meanwhile.")).toBeVisible();
  await expect(text).toHaveValue(/\/orders\//);
  await page.reload();
  await text.fill((await text.inputValue()).replace("/o/", "/orders/"));
  await save.click();
  await expect(page.getByText("GET https://shop.example/orders/{{answer}}")).toBeVisible();
  await expect(page.getByText("2,000 ms")).toBeVisible();

  const revisions = page.getByRole("region", { name: "Revisions" });
  await expect(revisions.getByRole("listitem")).toHaveCount(3);
  // What others need stays.
  const flow = await staff("PUT", `flows/${id}`, flowWith(id), { "if-none-match": "*" });
  expect(flow.status).toBe(200);
  await page.getByRole("button", { name: "Archive" }).click();
  const ask = page.getByRole("alertdialog");
  await ask.getByRole("button", { name: "Archive" }).click();
  await expect(ask.getByRole("alert")).toContainText(`It is used by the flow \`${id}\`.`);
  await staff("DELETE", `flows/${id}`, undefined, { "if-match": '"1"' });
  await ask.getByRole("button", { name: "Archive" }).click();
  await expect(revisions.getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Archive" })).toHaveCount(0);
  await revisions.getByRole("button", { name: "Restore revision 1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("GET https://shop.example/o/{{answer}}")).toBeVisible();
  await expect(revisions.getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("button", { name: "Archive" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Connectors" }).last().click();
  await expect(page.getByRole("listitem").filter({ hasText: id })).toContainText("by Figen");
});

test("what is held about a customer is downloaded, then erased", async ({ page, pulsen, arrive }) => {
  const device = randomUUID();
  const visit = await fetch(`${pulsen.url}/v2/web_widgets/demo-widget/customers/visit`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ device_id: device, name: "Zed", email: "zed@shop.example" }),
  });
  const { id } = (await visit.json()) as { id: string };
  const feedback = await submitFeedback(pulsen, device, id);
  await arrive("Gizem");
  await page.goto(`${pulsen.url}/staff/settings/privacy`);

  const customer = page.getByLabel("Customer id");
  await customer.fill("nobody");
  await page.getByRole("button", { name: "Download" }).click();
  await expect(page.getByText("There is no customer with this id")).toBeVisible();
  await customer.fill(id);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  const data = readFileSync(await file.path(), "utf8");
  expect(data).toContain("zed@shop.example");
  expect(data).toContain(feedback);
  await expect(page.getByText(/^The file has \d+ entries\.$/)).toBeVisible();

  await page.getByLabel("Id", { exact: true }).fill(id);
  await page.getByRole("button", { name: "Erase…" }).click();
  const ask = page.getByRole("alertdialog", { name: "Erase for good?" });
  await ask.getByLabel("Type the id to confirm").fill("something else");
  await ask.getByRole("button", { name: "Erase" }).click();
  await expect(ask.getByText("This is not the id above.")).toBeVisible();
  await ask.getByLabel("Type the id to confirm").fill(id);
  await ask.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText("It is erased.")).toBeVisible();
  const order = page.getByRole("region", { name: "Erasures" }).getByRole("listitem").first();
  await expect(order).toContainText("A customer");
  await expect(order).toContainText("Erased");
  await expect(order).toContainText("1 feedback");
  expect(pulsen.query(`SELECT id FROM feedbacks WHERE id = '${feedback}'`)).toEqual([]);

  // It is gone: there is nothing to erase.
  await page.getByLabel("Id", { exact: true }).fill(id);
  await page.getByRole("button", { name: "Erase…" }).click();
  await ask.getByLabel("Type the id to confirm").fill(id);
  await ask.getByRole("button", { name: "Erase" }).click();
  await expect(ask.getByText("There is nothing with this id on your channels.")).toBeVisible();
});

/** A flow whose question is looked up by a connector. */
function flowWith(connector: string) {
  const question = {
    id: "q-order",
    key: "order",
    style: "dynamic_request",
    bindingModel: connector,
    body: { en: "Which order?" },
  };
  return {
    id: connector,
    name: "Look-up",
    languages: [{ id: "en", code: "en", name: "English" }],
    defaultLanguageId: "en",
    states: [
      {
        id: "asked",
        name: "Asked",
        style: "normal",
        isInitialState: true,
        nextStateId: "end",
        elements: [{ id: "order", type: "question", order: 0, question }],
      },
      { id: "end", name: "End", style: "thank_you", elements: [] },
    ],
  };
}
