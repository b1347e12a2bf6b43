import { randomInt } from "node:crypto";
import { PulsenServer } from "pulsen-loader/e2e";
import { storedNode, storeNode, storeWidget } from "./support/channels";
import { expect, type Page, signUp, test } from "./support/test";

const state = (page: Page) => page.locator(".channels-save__state");
const publicNode = async ({ url }: PulsenServer, id: string) => (await fetch(`${url}/v1/nodes/${id}`)).json();
const publicWidget = async ({ url }: PulsenServer, code: string) =>
  (await fetch(`${url}/v1/web_widgets/code/${code}`)).json();
const someCode = () => `PSN-T${randomInt(100_000, 999_999)}`;

test("channels are listed with their flow, widgets and link page", async ({ page, pulsen, arrive }) => {
  await arrive("Ceren");
  await page.goto(`${pulsen.url}/staff/channels`);
  const item = page.getByRole("listitem").filter({ hasText: "demo-widget" }).first();
  await expect(item.getByText("On the shop's pages")).toBeVisible();
  const address = `${pulsen.url}/feedback?node_id=demo-widget`;
  await expect(item.getByRole("link", { name: address })).toHaveAttribute("href", address);
  await item.getByRole("button", { name: "QR code" }).click();
  await expect(item.getByRole("img", { name: `QR code of ${address}` })).toBeVisible();
  await item.getByRole("link", { name: "Fener Coffee website" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/channels/demo-widget/widgets/PSN-DEMO123`);
  await expect(page.getByRole("heading", { level: 1, name: "Fener Coffee website" })).toBeVisible();
});

test("a channel with a widget is created, and visitors get both", async ({ page, pulsen, arrive }) => {
  await arrive("Deniz");
  await page.goto(`${pulsen.url}/staff/channels`);
  await page.getByRole("button", { name: "New channel" }).click();
  const dialog = page.getByRole("dialog", { name: "New channel" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Çarşı Şubesi");
  await dialog.getByLabel("Flow").selectOption("demo-flow");
  await dialog.getByLabel("Where do people answer?").selectOption("widget");
  await dialog.getByLabel("Hosts of your site").fill("shop.example\n\nwww.shop.example ");
  await dialog.getByRole("button", { name: "Create" }).click();

  await expect(page).toHaveURL(/\/staff\/channels\/carsi-subesi\/widgets\/PSN-\w{7}\?part=embed$/);
  await expect(page.getByText("“Çarşı Şubesi” is there.")).toBeVisible();
  const code = /PSN-\w{7}/.exec(page.url())?.[0] ?? "";
  expect(await publicWidget(pulsen, code)).toMatchObject({
    node_id: "carsi-subesi",
    enabled_domains: ["shop.example", "www.shop.example"],
  });
  expect(await publicNode(pulsen, "carsi-subesi")).toMatchObject({
    name: "Çarşı Şubesi",
    flow_id: "demo-flow",
  });
});

test("a change is stored with ⌘S or Control+S, and visitors get it", async ({ page, pulsen, arrive }) => {
  await arrive("Ece");
  const id = await storeNode(pulsen, { name: "Before", retention: { chat_days: 30 } });
  await page.goto(`${pulsen.url}/staff/channels/${id}`);
  await page.getByLabel("Name", { exact: true }).fill("After");
  await page.getByLabel("Theme").selectOption("dark");
  await expect(state(page)).toHaveText("You have changes that are not saved.");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(state(page)).toHaveText("Saved. Visitors get it from now on.");
  expect(await publicNode(pulsen, id)).toMatchObject({ name: "After", theme: "dark" });
  await page.getByRole("switch", { name: "Customers may rate a chat" }).press("Space");
  await page.getByRole("textbox", { name: "Greeting" }).fill("Hello!");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(state(page)).toHaveText("Saved. Visitors get it from now on.");
  expect(await storedNode(pulsen, id)).toEqual({
    id,
    flow_id: "demo-flow",
    name: "After",
    theme: "dark",
    chat: { rating_enabled: true, greeting: "Hello!" },
    retention: { chat_days: 30 },
  });
});

test("what the server finds stands at its field, and in the rest", async ({ page, pulsen, arrive }) => {
  await arrive("Filiz");
  const id = await storeNode(pulsen, { name: "Findings" });
  await page.goto(`${pulsen.url}/staff/channels/${id}`);
  const field = page.getByLabel("Days that links to a chat work after it is over");
  await field.fill("99999999");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("99999999 is not a whole number from 0 to 36500")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await expect(state(page)).toHaveText("1 value has to be corrected first.");
  await field.fill("10");

  const rest = page.getByRole("textbox", { name: "Everything else as JSON" });
  await rest.fill("{");
  await expect(page.getByText(/^This is not the JSON of an object yet/)).toBeVisible();
  await rest.fill('{"name": "Twice"}');
  await expect(page.getByText("“name” has a control above. Change it there.")).toBeVisible();
  await rest.fill('{"nmae": "Typo"}');
  await expect(page.getByText("/nmae: is not a known field; did you mean `name`?")).toBeVisible();
  await rest.fill('{"type": "web"}');
  await expect(page.getByText(/is not a known field/)).toBeHidden();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(state(page)).toHaveText("Saved. Visitors get it from now on.");
});

test("working hours and the PIN of a kiosk are written in the form, and the PIN is shown to nobody", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Fatih");
  const id = await storeNode(pulsen, { name: "Till" });
  await page.goto(`${pulsen.url}/staff/channels/${id}`);
  const hours = page.getByRole("group", { name: "Hours", exact: true });
  const pin = page.getByLabel("PIN", { exact: true });
  const save = async () => {
    await expect(state(page)).toHaveText("You have changes that are not saved.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(state(page)).toHaveText("Saved. Visitors get it from now on.");
  };
  await page.getByLabel("Time zone").selectOption("Europe/Istanbul");
  await hours.getByLabel("Monday to Friday").selectOption("times");
  await hours.getByLabel("From", { exact: true }).fill("10:00");
  await hours.getByLabel("To", { exact: true }).fill("00:00");
  await hours.getByLabel("Sunday").selectOption("closed");
  await pin.fill("12");
  // The server finds it too short.
  await expect(page.locator('[data-field="kiosk_pin"] .field__error')).toBeVisible();
  await pin.fill("2580");
  await save();
  const operating_hours = [
    { period: "weekdays", start_hour: 1000, end_hour: 2400 },
    { period: "sunday", start_hour: 0, end_hour: 0 },
  ];
  expect(await publicNode(pulsen, id)).toMatchObject({ operating_hours });
  await expect(pin).toHaveValue("Stored, and shown to nobody");
  await hours.getByLabel("Sunday").selectOption("always");
  await save();
  expect(await storedNode(pulsen, id)).toMatchObject({
    time_zone: "Europe/Istanbul",
    operating_hours: operating_hours.slice(0, 1),
    kiosk_pin: { stored: true },
  });
  await page.getByRole("button", { name: "Remove: PIN" }).click();
  await save();
  expect(await storedNode(pulsen, id)).not.toHaveProperty("kiosk_pin");
});

test("of two people who change a channel nothing is lost", async ({ page, pulsen, arrive }) => {
  await arrive("Gaye");
  const id = await storeNode(pulsen, { name: "Shared", time_zone: "UTC" });
  await page.goto(`${pulsen.url}/staff/channels/${id}`);
  await page.getByLabel("Name", { exact: true }).fill("Mine");
  await page.getByLabel("Theme").selectOption("dark");
  await storeNode(pulsen, { id, name: "Theirs", time_zone: "Europe/Istanbul" }, '"1"');
  await page.getByRole("button", { name: "Save" }).click();

  await expect(page.getByRole("alert").getByText("Somebody else has changed this meanwhile")).toBeVisible();
  await page.getByRole("button", { name: "Load the newer version" }).click();
  await expect(page.getByText("You both have changed the following.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Mine");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Istanbul");
  await page.getByRole("button", { name: "Take theirs: Name" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(state(page)).toHaveText("Saved. Visitors get it from now on.");
  expect(await publicNode(pulsen, id)).toMatchObject({
    name: "Theirs",
    theme: "dark",
    time_zone: "Europe/Istanbul",
  });
});

test("changes that are not saved are asked about before somebody leaves", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Hande");
  const id = await storeNode(pulsen, { name: "Dirty" });
  await page.goto(`${pulsen.url}/staff/channels/${id}`);
  await page.getByLabel("Name", { exact: true }).fill("Dirtier");
  // Another part of the same page keeps them.
  await page.getByRole("link", { name: "Revisions" }).click();
  await expect(page.getByText("The first revision.")).toBeVisible();
  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Dirtier");

  const back = page.getByRole("main").getByRole("link", { name: "Channels" });
  await back.click();
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Dirtier");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Dirty");
  await page.getByLabel("Name", { exact: true }).fill("Dirtiest");
  await back.click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/channels`);
  expect(await publicNode(pulsen, id)).toMatchObject({ name: "Dirty" });
});

test("an earlier revision is looked at and restored", async ({ page, pulsen, arrive }) => {
  await arrive("Ilgaz");
  const id = await storeNode(pulsen, { name: "First" });
  await storeNode(pulsen, { id, name: "Second", theme: "dark" }, '"1"');
  await page.goto(`${pulsen.url}/staff/channels/${id}?part=revisions`);
  await page.getByRole("button", { name: "What changed" }).click();
  const changes = page.getByRole("table", { name: "What changed" });
  await expect(changes.getByRole("row", { name: "Name First Second" })).toBeVisible();
  await expect(changes.getByRole("row", { name: "Theme — dark" })).toBeVisible();
  await page.getByRole("button", { name: "Restore revision 1" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Restore revision 1?" });
  await expect(dialog.getByRole("row", { name: "Name Second First" })).toBeVisible();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("heading", { name: "Revision 3 Newest" })).toBeVisible();
  expect(await publicNode(pulsen, id)).toMatchObject({ name: "First" });
});

test("a channel is archived with its widgets, which are named first, and taken out again", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Jülide");
  const id = await storeNode(pulsen, { name: "Old shop" });
  const code = someCode();
  await storeWidget(pulsen, { code, node_id: id });
  await page.goto(`${pulsen.url}/staff/channels/${id}`);
  await page.getByRole("button", { name: "Archive" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Archive “Old shop”?" });
  await expect(dialog.getByText(code).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Archive all of this" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/channels`);
  await expect(page.getByRole("link", { name: "Old shop" })).toBeHidden();
  await page.getByRole("button", { name: /archived$/ }).click();
  await page.getByRole("link", { name: "Old shop" }).click();
  await expect(page.getByText("This is archived: visitors no longer get it.")).toBeVisible();
  await page.getByRole("button", { name: "Take out of the archive" }).click();
  await expect(page.getByText("This is archived")).toBeHidden();
  expect(await publicNode(pulsen, id)).not.toMatchObject({ status: "inactive" });
});

test("the sample page runs the stored widget, again after each save", async ({ page, pulsen, arrive }) => {
  await arrive("Kamile");
  const code = someCode();
  await storeWidget(pulsen, { code, node_id: "demo-widget", popover_text: { en: "How was it?" } });
  await page.goto(`${pulsen.url}/staff/channels/demo-widget/widgets/${code}`);
  const sample = page.frameLocator(`iframe[title="Sample page with the widget ${code}"]`);
  await expect(sample.locator("pulsen-widget")).toBeAttached();
  await page.getByLabel("Hosts that may show the widget").fill("shop.example");
  await page.getByRole("textbox", { name: "Color", exact: true }).fill("#4A3F6B");
  await expect(page.getByText("Save to see your changes here.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(state(page)).toHaveText("Saved. Visitors get it from now on.");
  await expect(sample.locator("pulsen-widget")).toBeAttached();
  await expect(page.getByText("It may be shown on its own hosts only.")).toBeVisible();
  expect(await publicWidget(pulsen, code)).toMatchObject({ primary_color: "#4A3F6B" });
  await page.getByLabel("Consent of the visitor").selectOption("required");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("It waits until your page reports the visitor's consent")).toBeVisible();
});

test("the tag and the policy are copied, and a page is checked", async ({
  page,
  pulsen,
  context,
  arrive,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await arrive("Lara");
  await page.goto(`${pulsen.url}/staff/channels/demo-widget/widgets/PSN-DEMO123?part=embed`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const tag = `<script async src="${pulsen.url}/loader/PSN-DEMO123.js"></script>`;
  await page.getByRole("figure", { name: "Tag of the widget" }).getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  expect(await copied()).toBe(tag);
  await page
    .getByRole("figure", { name: "If your site has a strict policy" })
    .getByRole("button", { name: "Copy" })
    .click();
  await expect.poll(copied).toBe(`script-src ${pulsen.url}\nframe-src ${pulsen.url}`);

  const field = page.getByLabel("HTML, headers or policy");
  await field.fill("default-src 'self'");
  const report = page.locator(".channels-report");
  await expect(report.getByText("“default-src” blocks the script.")).toBeVisible();
  await expect(report.getByText(`script-src 'self' ${pulsen.url}`)).toBeVisible();
  await expect(report.getByText(`frame-src 'self' ${pulsen.url}`)).toBeVisible();
  await field.fill(`<!doctype html>${tag}`);
  await expect(report).toHaveText(
    "The tag is in the HTML.There is no policy in it, so none keeps the widget away.",
  );
  await field.fill(`Content-Security-Policy: script-src ${pulsen.url}; frame-src ${pulsen.url}`);
  await expect(report).toHaveText("The policy lets the widget in.");
});

test("a widget that was shown says so", async ({ page, pulsen, arrive }) => {
  await arrive("Mine");
  const code = someCode();
  await storeWidget(pulsen, { code, node_id: "demo-widget" });
  const address = `${pulsen.url}/staff/channels/demo-widget/widgets/${code}?part=embed`;
  await page.goto(address);
  await expect(page.getByText("Not shown in the last 7 days.")).toBeVisible();
  await fetch(`${pulsen.url}/loader/shown-${code}.js`);
  // The server adds up what it has counted a moment later.
  const summary = `${pulsen.url}/v1/staff/flows/demo-widget-flow/summary?node_id=demo-widget`;
  await expect
    .poll(async () => (await page.request.get(summary, { headers: { origin: pulsen.url } })).json())
    .toMatchObject({ counters: { channels: [{ widget_code: code, shown: 1 }] } });
  await page.reload();
  await expect(page.getByText("Shown once in the last 7 days.")).toBeVisible();
});

test("a viewer sees everything, and changes nothing", async ({ page, pulsen }) => {
  await signUp(page, pulsen, "Nesrin", "viewer");
  await page.goto(`${pulsen.url}/staff/channels`);
  await expect(page.getByRole("link", { name: "Fener Coffee website" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New channel" })).toBeHidden();
  await page.goto(`${pulsen.url}/staff/channels/demo-node`);
  await expect(page.getByText("You can look at this. Owners and editors can change it.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).not.toBeEditable();
  await expect(page.getByLabel("Theme")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Archive" })).toBeHidden();
  await page.goto(`${pulsen.url}/staff/channels/demo-node?part=revisions`);
  await expect(page.getByRole("heading", { name: "Revision 1 Newest" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Restore/ })).toBeHidden();
});

test("where files hold the records, the page says so and changes nothing", async ({ page }) => {
  const pulsen = await PulsenServer.start();
  try {
    await pulsen.kill();
    await pulsen.restart("--records", "files");
    await signUp(page, pulsen, "Okan", "owner");
    await page.goto(`${pulsen.url}/staff/channels/demo-node`);
    await expect(page.getByText("Files hold this record")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).not.toBeEditable();
    await expect(page.getByRole("button", { name: "Archive" })).toBeHidden();
    // What is of the console is still changed there.
    const id = await storeNode(pulsen, { name: "Of the console" });
    await page.goto(`${pulsen.url}/staff/channels/${id}`);
    await expect(page.getByLabel("Name", { exact: true })).toBeEditable();
  } finally {
    await pulsen.stop();
  }
});

test("a channel is created and changed by keyboard alone", async ({ page, pulsen, arrive }) => {
  await arrive("Pınar");
  await page.goto(`${pulsen.url}/staff/channels`);
  await page.getByRole("button", { name: "New channel" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New channel" });
  await dialog.getByLabel("Name").press("Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "New channel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Name").pressSequentially("By keyboard");
  await dialog.getByLabel("Name").press("Enter");
  await expect(page).toHaveURL(`${pulsen.url}/staff/channels/by-keyboard?part=share`);
  await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).press("Enter");
  // One letter: more of them are one word only where they come soon enough.
  await page.getByLabel("Status").press("i");
  await expect(page.getByLabel("Status")).toHaveValue("inactive");
  await page.keyboard.press("Control+Enter");
  await expect(state(page)).toHaveText("Saved. Visitors get it from now on.");
  expect(await publicNode(pulsen, "by-keyboard")).toMatchObject({ status: "inactive" });
});
