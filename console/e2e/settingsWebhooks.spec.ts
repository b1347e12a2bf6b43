import { randomUUID } from "node:crypto";
import { expect, submitFeedback, test } from "./support/settings";

test("a webhook is added, tested, gets events, is replayed, gets another secret, and is deleted", async ({
  page,
  pulsen,
  arrive,
  receiver,
}) => {
  pulsen.execute("DELETE FROM webhook_deliveries; DELETE FROM webhooks");
  await arrive("Defne");
  await page.goto(`${pulsen.url}/staff/settings/webhooks`);
  await expect(page.getByText("There are no webhooks")).toBeVisible();
  await page.getByRole("button", { name: "Add a webhook" }).click();
  const form = page.getByRole("dialog", { name: "Add a webhook" });
  const add = form.getByRole("button", { name: "Add a webhook" });
  await form.getByText("Feedback was completed").click();
  await add.click();
  await expect(form.getByText("Use up to 64 letters from a to z")).toBeVisible();
  await expect(form.getByText("Enter an address that begins with https://.")).toBeVisible();
  await expect(form.getByText("Choose at least one event.")).toBeVisible();
  await form.getByLabel("Short name").fill("crm");
  await form.getByText("Feedback was completed").click();
  // The server refuses addresses with a password.
  await form.getByLabel("Address").fill("https://me:secret@crm.example/hook");
  await add.click();
  await expect(form.getByText("The server does not call this address")).toBeVisible();
  await form.getByLabel("Address").fill(receiver.url);
  await form.getByLabel("Description").fill("The list of our shop");
  await add.click();
  const made = page.getByRole("dialog", { name: "The webhook “crm” is ready" });
  const secret = await made.getByLabel("Secret").innerText();
  expect(secret).toMatch(/^whsec_/);
  await made.getByRole("button", { name: "I have kept it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "crm" })).toBeVisible();
  await expect(page.getByText("The list of our shop")).toBeVisible();

  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The receiver has taken it (status 204).")).toBeVisible();
  receiver.status = 500;
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("The receiver has not taken it (status 500).")).toBeVisible();

  // What is delivered appears by itself.
  receiver.status = 204;
  const feedback = await submitFeedback(pulsen, randomUUID());
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  const row = deliveries.getByRole("listitem").filter({ hasText: "Feedback was completed" });
  await expect(row).toContainText("Delivered");
  await expect(row).toContainText("1 try · Status 204");
  expect(receiver.received.at(-1)?.type).toBe("feedback.completed");

  // It is sent again, with the id that it had.
  const before = receiver.received.length;
  await row.getByRole("button", { name: /^Send again/ }).click();
  await expect.poll(() => receiver.received.length).toBe(before + 1);
  expect(receiver.received.at(-1)?.id).toBe(receiver.received.at(-2)?.id);
  // The row said so before, too.
  await expect
    .poll(() => pulsen.query(`SELECT state FROM webhook_deliveries WHERE feedback_id = '${feedback}'`))
    .toEqual([{ state: "delivered" }]);
  await expect(row).toContainText("Delivered");

  // One that was given up, as three days later.
  pulsen.execute(`UPDATE webhook_deliveries SET state = 'dead' WHERE feedback_id = '${feedback}'`);
  await deliveries.getByRole("link", { name: "Given up" }).click();
  await expect(page).toHaveURL(/state=dead/);
  await expect(row).toContainText("Given up");
  await deliveries.getByRole("button", { name: "Send all given up again" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send all given up again" }).click();
  await expect(page.getByText("1 delivery is sent again.")).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(before + 2);
  await expect(deliveries).toContainText("There are no deliveries.");

  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
  const rotated = page.getByRole("dialog", { name: "The new secret" });
  expect(await rotated.getByLabel("Secret").innerText()).not.toBe(secret);
  await rotated.getByRole("button", { name: "I have kept it" }).click();
  await expect(page.getByText(/^Signs as well, until/)).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => receiver.received.at(-1)?.signature.split(" ").length).toBe(2);

  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit the webhook “crm”" });
  await edit.getByText("Enabled", { exact: true }).click();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByText("Off", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/settings/webhooks`);
  await expect(page.getByText("There are no webhooks")).toBeVisible();
});

test("a receiver that wants no more ends its webhook, and the page says so", async ({
  page,
  pulsen,
  arrive,
  receiver,
}) => {
  await arrive("Ece");
  receiver.status = 410;
  const token = pulsen.staffToken("Hooks");
  await fetch(`${pulsen.url}/v1/staff/webhooks/gone`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: receiver.url, events: ["feedback.completed"] }),
  });
  await page.goto(`${pulsen.url}/staff/settings/webhooks/gone`);
  await submitFeedback(pulsen, randomUUID());
  await expect(page.getByText("its receiver answered that it wants no more")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Webhooks" }).last().click();
  await expect(page.getByRole("listitem").filter({ hasText: receiver.url })).toContainText(
    "Ended by its receiver",
  );
});
