import { expect, test } from "./support/test";

test("the widget page shows the launcher on an empty page", async ({ page, widget, pulsen }) => {
  await page.goto(`${pulsen.url}/widget?code=PSN-DEMO123`);
  await expect(widget.launcher).toBeVisible();
  await expect(page.locator("body")).toHaveText("");
  await widget.open();
  await expect(widget.text("Did you find what you came for?")).toBeVisible();
});

test("the demo flow ends in its chat, which a reload shows again", async ({ page, widget, pulsen }) => {
  const answers: [string, string][] = [
    ["Did you find what you came for?", "Not yet"],
    ["What are you looking for?", "Decaf beans"],
    ["Would you like to talk to us now?", "Yes, let's chat"],
  ];
  await page.goto(`${pulsen.url}/widget?code=PSN-DEMO123`);
  await widget.open();
  await widget.choose("Not yet");
  await widget.textBox("What are you looking for?").fill("Decaf beans");
  await widget.press("Next");
  await widget.choose("Yes, let's chat");
  await widget.press("Send");
  await widget.chat.expectAnswers(...answers);
  await widget.chat.send("Do you have any?");
  await expect(widget.chat.message("Do you have any?")).toContainText("Sent");
  await page.reload();
  await widget.open();
  await widget.chat.expectAnswers(...answers);
  await widget.chat.expectMessages("Do you have any?");
});

test("the widget page works for a widget of any enabled domain", async ({ page, widget, pulsen }) => {
  await page.goto(`${pulsen.url}/widget?code=PSN-E2ESHOP`);
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
});

test("an unknown code is not found", async ({ page, pulsen, consoleErrors }) => {
  for (const code of ["PSN-NOTHERE", "PSN-SHORT", "demo"]) {
    const response = await page.goto(`${pulsen.url}/widget?code=${code}`);
    expect(response?.status(), code).toBe(404);
    await expect.poll(() => consoleErrors, code).toEqual([expect.stringContaining("404 (Not Found)")]);
    consoleErrors.splice(0);
  }
});

test("without a code the page is empty", async ({ page, pulsen }) => {
  for (const path of ["/widget", "/widget?code=", "/widget?frame=1"]) {
    const response = await page.goto(pulsen.url + path);
    expect(response?.status(), path).toBe(200);
    await expect(page.locator("body"), path).toHaveText("");
    await expect(page.locator("body *:not(script)"), path).toHaveCount(0);
  }
});
