import { randomUUID } from "node:crypto";
import { blockAddress, expect, submitFeedback, test } from "./support/settings";
import { PASSWORD } from "./support/test";

test("people are added, changed, given links, disabled and enabled", async ({
  page,
  pulsen,
  arrive,
  browser,
}) => {
  await arrive("Olcay");
  await page.goto(`${pulsen.url}/staff/settings/people`);
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();

  // What is missing is said at the fields, and what was typed stays when the server refuses.
  await page.getByRole("button", { name: "Add a person" }).click();
  const form = page.getByRole("dialog", { name: "Add a person" });
  await form.getByRole("button", { name: "Add a person" }).click();
  await expect(form.getByText("Enter a name.")).toBeVisible();
  await expect(form.getByLabel("Name")).toBeFocused();
  await form.getByLabel("Name").fill("olcay");
  await form.getByLabel("Email").fill("bora@shop.example");
  await form.getByLabel("Role").selectOption("viewer");
  await form.getByRole("button", { name: "Add a person" }).click();
  await expect(form.getByText("Somebody here has this name already.")).toBeVisible();
  await expect(form.getByLabel("Email")).toHaveValue("bora@shop.example");
  await form.getByLabel("Name").fill("Bora");
  // As ten minutes later.
  pulsen.execute("UPDATE staff_sessions SET confirmed_until = 0");
  await form.getByRole("button", { name: "Add a person" }).click();
  const confirmation = page.getByRole("dialog", { name: "Please confirm that it is you" });
  await confirmation.getByLabel("Password").fill(PASSWORD);
  await confirmation.getByRole("button", { name: "Confirm" }).click();

  // The link is shown once, and works.
  const made = page.getByRole("dialog", { name: "The link for Bora" });
  const link = await made.getByLabel("One-time link").innerText();
  expect(link).toContain(`${pulsen.url}/staff/welcome#`);
  await page.keyboard.press("Escape");
  await expect(made).toBeVisible();
  await made.getByRole("button", { name: "I have kept it" }).click();
  await expect(made).toBeHidden();
  const row = page.getByRole("listitem").filter({ hasText: "bora@shop.example" });
  await expect(row).toContainText("No password yet");
  await expect(row).toContainText("Viewer");
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByText("Hello Bora")).toBeVisible();
  await other.context().close();

  // Another role and fewer channels.
  const act = async (name: string) => {
    await row.getByRole("button", { name: "More for Bora" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await act("Edit");
  const edit = page.getByRole("dialog", { name: "Edit Bora" });
  await edit.getByLabel("Role").selectOption("agent");
  await edit.getByText("All channels, also those that are added later").click();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByText("Choose at least one channel.")).toBeVisible();
  await edit.getByText("Fener Coffee (demo-node)").click();
  await expect(edit.getByText("Their sessions end, so they sign in again.")).toBeVisible();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Agent · Fener Coffee (demo-node)");

  await act("New link");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make the link" }).click();
  await expect(made.getByLabel("One-time link")).toContainText("/staff/welcome#");
  await made.getByRole("button", { name: "I have kept it" }).click();

  await act("End sessions");
  await page.getByRole("alertdialog").getByRole("button", { name: "End sessions" }).click();
  await expect(page.getByText("All sessions of Bora have ended.")).toBeVisible();

  await act("Disable");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(row).toContainText("Disabled");
  await act("Enable");
  await page.getByRole("alertdialog").getByRole("button", { name: "Enable" }).click();
  await expect(row).toContainText("No password yet");
});

test("the last owner stays, and a second factor can be removed", async ({
  page,
  pulsen,
  arrive,
  colleague,
}) => {
  const { email } = await arrive("Pınar");
  const editor = await colleague("Rıza", "editor");
  pulsen.execute(`UPDATE users SET disabled_at = 1 WHERE role = 'owner' AND email <> '${email}'`);
  pulsen.execute(`UPDATE users SET second_factor = 'x' WHERE email = '${editor.person.email}'`);
  await page.goto(`${pulsen.url}/staff/settings/people`);
  const own = page.getByRole("listitem").filter({ hasText: email });
  await own.getByRole("button", { name: "More for Pınar" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  const ask = page.getByRole("alertdialog");
  await ask.getByRole("button", { name: "Disable" }).click();
  await expect(ask.getByRole("alert")).toContainText(
    "This is the last owner of all channels who can sign in.",
  );
  await ask.getByRole("button", { name: "Cancel" }).click();

  await own.getByRole("button", { name: "More for Pınar" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Pınar" });
  await edit.getByLabel("Role").selectOption("viewer");
  await expect(edit.getByText("This is you: your session ends")).toBeVisible();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByText("Make somebody else an owner of all channels first.")).toBeVisible();
  await edit.getByRole("button", { name: "Cancel" }).click();

  const row = page.getByRole("listitem").filter({ hasText: editor.person.email });
  await expect(row).toContainText("Second factor");
  await row.getByRole("button", { name: "More for Rıza" }).click();
  await page.getByRole("menuitem", { name: "Remove second factor" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove second factor" }).click();
  const made = page.getByRole("dialog", { name: "The link for Rıza" });
  await expect(made.getByLabel("One-time link")).toContainText("/staff/reset#");
  await made.getByRole("button", { name: "I have kept it" }).click();
  await expect(row).not.toContainText("Second factor");
});

test("where nobody has a password, people who are added get no link", async ({ page, pulsen, arrive }) => {
  await arrive("Sibel");
  await page.route("**/v1/staff/people", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), link: null } });
  });
  await page.goto(`${pulsen.url}/staff/settings/people`);
  await page.getByRole("button", { name: "Add a person" }).click();
  const form = page.getByRole("dialog", { name: "Add a person" });
  await form.getByLabel("Name").fill("Suna");
  await form.getByLabel("Email").fill("suna@shop.example");
  await form.getByRole("button", { name: "Add a person" }).click();
  const done = page.getByRole("dialog", { name: "Suna can sign in" });
  await expect(done).toContainText("They sign in by single sign-on, with the address suna@shop.example.");
  await done.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "suna@shop.example" })).toBeVisible();
});

test("a token is created, shown once, works, and is revoked", async ({ page, pulsen, arrive }) => {
  await arrive("Tarık");
  await page.goto(`${pulsen.url}/staff/settings/tokens`);
  await page.getByRole("button", { name: "Create a token" }).click();
  const form = page.getByRole("dialog", { name: "Create a token" });
  const create = form.getByRole("button", { name: "Create a token" });
  await form.getByLabel("Days until it expires").fill("400");
  await form.getByText("Read", { exact: true }).click();
  await create.click();
  await expect(form.getByText("Enter a name.")).toBeVisible();
  await expect(form.getByText("Choose at least one right.")).toBeVisible();
  await expect(form.getByText("Enter a number from 1 to 366.")).toBeVisible();
  await form.getByLabel("Name").fill("Tarık");
  await form.getByText("Read", { exact: true }).click();
  await form.getByText("Export", { exact: true }).click();
  await form.getByLabel("Days until it expires").fill("30");
  await create.click();
  await expect(form.getByText("Somebody here has this name already.")).toBeVisible();
  await form.getByLabel("Name").fill("Nightly export");
  await create.click();

  const made = page.getByRole("dialog", { name: "The token “Nightly export”" });
  const secret = await made.getByLabel("Token").innerText();
  const use = () =>
    fetch(`${pulsen.url}/v1/staff/chats`, { headers: { authorization: `Bearer ${secret}` } }).then(
      ({ status }) => status,
    );
  expect(await use()).toBe(200);
  await made.getByRole("button", { name: "I have kept it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Nightly export" });
  await expect(row).toContainText("In force");
  await expect(row).toContainText("Read, Export · All channels");
  await row.getByRole("button", { name: "Revoke “Nightly export”" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  await expect(row.getByRole("button")).toHaveCount(0);
  expect(await use()).toBe(401);
});

test("canned replies are added, found, changed and deleted", async ({ page, pulsen, arrive }) => {
  await arrive("Ufuk");
  await page.goto(`${pulsen.url}/staff/settings/replies`);
  const add = async (title: string, body: string, node?: string) => {
    await page.getByRole("button", { name: "Add a reply" }).click();
    const form = page.getByRole("dialog", { name: "Add a reply" });
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Text").fill(body);
    if (node) await form.getByLabel("Used in").selectOption(node);
    await form.getByRole("button", { name: "Save" }).click();
    return form;
  };
  const form = await add("Açık mıyız?", "");
  await expect(form.getByLabel("Short name")).toHaveValue("acik-miyiz");
  await expect(form.getByText("Enter a text.")).toBeVisible();
  await form.getByLabel("Text").fill("We are open from 8 to 20.");
  await form.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Açık mıyız?" });
  await expect(row).toContainText("All channels");

  await add("Parking", "Behind the house.", "demo-node");
  const parking = page.getByRole("listitem").filter({ hasText: "Parking" });
  await expect(parking).toContainText("Fener Coffee (demo-node)");
  // One with the short name would be replaced.
  const again = await add("Parking", "Elsewhere.");
  await expect(again.getByText("This short name is in use already.")).toBeVisible();
  await again.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("searchbox", { name: "Search replies" }).fill("behind");
  await expect(row).toBeHidden();
  await expect(page).toHaveURL(/search=behind/);
  await parking.getByRole("button", { name: "More for Parking" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit the reply" });
  await edit.getByLabel("Text").fill("Behind the house, for two hours.");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(parking).toContainText("for two hours");
  await page.reload();
  await expect(parking).toContainText("for two hours");
  await parking.getByRole("button", { name: "More for Parking" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No reply has these words.")).toBeVisible();
});

test("blocked devices and addresses are listed, and unblocked", async ({ page, pulsen, arrive }) => {
  pulsen.execute("DELETE FROM blocked_devices; DELETE FROM blocked_addresses");
  const feedback = await submitFeedback(pulsen, randomUUID());
  const token = pulsen.staffToken("Blocker");
  const blocked = await fetch(`${pulsen.url}/v1/staff/chats/${feedback}/block_sender`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await blocked.json()).toMatchObject({ is_device_blocked: true });
  blockAddress(pulsen, "Blocker");
  await arrive("Vildan");
  await page.goto(`${pulsen.url}/staff/settings/blocked`);
  const devices = page.getByRole("region", { name: "Devices" });
  const addresses = page.getByRole("region", { name: "Addresses" });
  await expect(devices.getByRole("listitem")).toContainText("by Blocker");
  await expect(addresses.getByRole("listitem")).toContainText("Ends");
  await devices.getByRole("button").click();
  await expect(devices).toContainText("No device is blocked.");
  await addresses.getByRole("button").click();
  await expect(addresses).toContainText("No address is blocked.");
  await submitFeedback(pulsen, randomUUID());
});

test("the audit says who did what, in words, and is filtered", async ({ page, pulsen, arrive }) => {
  const feedback = await submitFeedback(pulsen, randomUUID());
  const token = pulsen.staffToken("Auditor");
  const act = (path: string) =>
    fetch(`${pulsen.url}/v1/staff/chats/${feedback}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
  await act("claim");
  await act("close");
  await arrive("Yeliz");
  await page.goto(`${pulsen.url}/staff/settings/audit`);
  const acts = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.locator("time") });
  await expect(acts.filter({ hasText: "Yeliz · Used a one-time link" })).toHaveCount(1);
  await page.getByLabel("Person or token").fill("Auditor");
  await page.getByLabel("Person or token").press("Enter");
  await expect(acts).toHaveCount(2);
  await expect(acts.first()).toContainText("Auditor · Closed a chat");
  await page.getByLabel("Act", { exact: true }).selectOption("claim");
  await expect(acts).toHaveCount(1);
  await expect(page).toHaveURL(/staff=Auditor/);
  await acts.getByRole("button", { name: `All about feedback ${feedback}` }).click();
  await expect(acts).toHaveCount(2);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Person or token").fill("nobody here");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("No act fits.")).toBeVisible();
});

test("a long audit is loaded as it is read", async ({ page, pulsen, arrive }) => {
  await arrive("Zerrin");
  pulsen.execute(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
     INSERT INTO staff_audit (at, staff, act, subject) SELECT 1700000000000 + i, 'Long', 'put_canned_reply', 'reply-' || i FROM n`,
  );
  await page.goto(`${pulsen.url}/staff/settings/audit?staff=Long`);
  const acts = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.locator("time") });
  await expect(acts.first()).toContainText("reply-120");
  for (const count of [50, 100]) {
    await expect(acts).toHaveCount(count);
    await acts.last().scrollIntoViewIfNeeded();
  }
  await expect(acts).toHaveCount(120);
  await expect(acts.last()).toContainText("reply-1");
});

test("the server says how it is", async ({ page, pulsen, arrive }) => {
  await arrive("Aslı");
  await page.goto(`${pulsen.url}/staff/settings/server`);
  const checks = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.locator(".settings-check") });
  await expect(checks.filter({ hasText: /^Database/ })).toContainText("OK");
  await expect(page.getByText("SQLite")).toBeVisible();
  await page.getByLabel("Language").selectOption("tr");
  await expect(checks.filter({ hasText: "Dosyalar için" })).toContainText(/ [MGT]B boş yer var\./);
  await expect(page.locator("main [lang=en]")).toHaveCount(0);
  await page.getByLabel("Dil").selectOption("en");
  const at = new Date().toISOString();
  const well = { name: "database", code: "database_ready", state: "ok", message: "it stores what is sent" };
  const late = {
    name: "webhooks",
    code: "deliveries_failed",
    number: 3,
    state: "warning",
    message: "3 deliveries have failed for good",
    advice: "see the webhooks: mend the receiver, then replay them",
  };
  const fromLaterServer = {
    name: "stars",
    code: "stars_fall",
    state: "failed",
    message: "the stars fall",
    advice: "look up",
  };
  await page.route("**/v1/staff/server", (route) =>
    route.fulfill({
      json: {
        version: "1",
        build: { with: ["S3"], without: ["OTLP", "Redis"] },
        database: "postgresql",
        started_at: at,
        now: at,
        checks: [well, late, fromLaterServer],
      },
    }),
  );
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Something needs to be looked at.")).toBeVisible();
  await expect(checks.first().locator("[lang=en]")).toHaveText("the stars fall; look up");
  await expect(checks.nth(1)).toContainText(
    "3 deliveries have failed for good. See the webhooks: fix the receiver, then send the deliveries again.",
  );
  await expect(page.getByText("Without OTLP, Redis")).toBeVisible();
});

test("pages without the right are not listed, and say what they need", async ({
  page,
  pulsen,
  colleague,
}) => {
  const viewer = await colleague("Bilge", "viewer");
  await viewer.goto(`${pulsen.url}/staff/settings`);
  await expect(viewer).toHaveURL(`${pulsen.url}/staff/settings/replies`);
  const list = viewer.getByRole("navigation", { name: "Settings" });
  await expect(list.getByRole("link")).toHaveText(["Canned replies", "Blocked", "Audit"]);
  await expect(viewer.getByRole("button", { name: "Add a reply" })).toHaveCount(0);
  for (const [path, said] of [
    ["people", "Owners of all channels see this page."],
    ["tokens", "Owners of all channels see this page."],
    ["webhooks", "Owners see this page."],
    ["webhooks/crm", "Owners see this page."],
    ["connectors", "Owners and editors of all channels see this page."],
    ["connectors/orders", "Owners and editors of all channels see this page."],
    ["privacy", "Owners and editors see this page."],
    ["server", "Owners of all channels see this page."],
  ]) {
    await viewer.goto(`${pulsen.url}/staff/settings/${path}`);
    await expect(viewer.getByText(said ?? "")).toBeVisible();
  }
  await page.setViewportSize({ width: 375, height: 800 });
  const local = await colleague("Cemre", "owner", "--nodes", "demo-node");
  await local.setViewportSize({ width: 375, height: 800 });
  await local.goto(`${pulsen.url}/staff/settings`);
  await expect(local.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(local.getByRole("link", { name: /^Webhooks/ })).toBeVisible();
  await expect(local.getByRole("link", { name: /^People/ })).toHaveCount(0);
  await local.getByRole("link", { name: /^Privacy/ }).click();
  await expect(local.getByRole("heading", { level: 1, name: "Privacy" })).toBeVisible();
  await local.getByRole("main").getByRole("link", { name: "Settings" }).click();
  await expect(local.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});
