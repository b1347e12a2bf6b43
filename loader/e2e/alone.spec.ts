import { expect, test } from "./support/test";

test("opened alone, the widget is on an empty page of its own", async ({ page, widget, pulsen }) => {
  await page.goto(`${pulsen.url}/widget?code=PSN-DEMO123`);
  await expect(widget.launcher).toBeVisible();
  await expect(page.locator("body")).toHaveText("");
  await widget.open();
  await expect(widget.text("Did you find what you came for?")).toBeVisible();
});

test("the demo leads to its chat, which is there after a reload", async ({ page, widget, pulsen }) => {
  const answers: [string, string][] = [
    ["Did you find what you came for?", "Not yet"],
    ["What are you looking for?", "Decaf beans"],
    ["Would you like to talk to us now?", "Yes, let's chat"],
  ];
  await page.goto(`${pulsen.url}/widget?code=PSN-DEMO123`);
  await widget.open();
  await widget.text("Not yet").click();
  await widget.textBox("What are you looking for?").fill("Decaf beans");
  await widget.button("Next").click();
  await widget.text("Yes, let's chat").click();
  await widget.button("Send").click();
  await widget.chat.expectAnswers(...answers);
  await widget.chat.say("Do you have any?");
  await expect(widget.chat.message("Do you have any?")).toContainText("Sent");
  await page.reload();
  await widget.open();
  await widget.chat.expectAnswers(...answers);
  await widget.chat.expectMessages("Do you have any?");
});

test("there it is at home, whatever its enabled domains", async ({ page, widget, pulsen }) => {
  await page.goto(`${pulsen.url}/widget?code=PSN-E2ESHOP`);
  await widget.open();
  await expect(widget.question("q-mood")).toBeVisible();
});

test("a code that no widget has is not found", async ({ page, pulsen, complaints }) => {
  for (const code of ["PSN-NOTHERE", "PSN-SHORT", "demo"]) {
    const answer = await page.goto(`${pulsen.url}/widget?code=${code}`);
    expect(answer?.status(), code).toBe(404);
    await expect.poll(() => complaints, code).toEqual([expect.stringContaining("404 (Not Found)")]);
    complaints.splice(0);
  }
});

test("without a code nothing is rendered", async ({ page, pulsen }) => {
  for (const path of ["/widget", "/widget?code=", "/widget?frame=1"]) {
    const answer = await page.goto(pulsen.url + path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator("body"), path).toHaveText("");
    await expect(page.locator("body *:not(script)"), path).toHaveCount(0);
  }
});
