import { expect, test } from "./support/test";

test.use({ reducedMotion: "no-preference" });

const SORRY = "We are sorry. What went wrong?";
const REQUIRED = "Choose one answer.";

test("a visitor answers the flow by pointer @mobile", async ({ page, flowPage, pulsen }) => {
  await flowPage.open();

  await test.step("a required question without an answer blocks, shows an error, and has the focus", async () => {
    await flowPage.next().click();
    const mood = page.getByRole("radiogroup", { name: /How was your visit/ });
    await expect(mood).toHaveAttribute("aria-invalid", "true");
    await expect(mood).toHaveAccessibleDescription(new RegExp(REQUIRED));
    await expect(page.getByText(REQUIRED)).toBeVisible();
    await expect(page.getByRole("radio", { name: "Lovely" })).toBeFocused();
  });

  await test.step("a trigger shows a question and hides it again, with its answer", async () => {
    await expect(page.getByLabel(SORRY)).toHaveCount(0);
    await page.getByText("Not so good", { exact: true }).click();
    await expect(page.getByText(REQUIRED)).toHaveCount(0);
    await page.getByLabel(SORRY).fill("Cold coffee");
    await page.getByText("Lovely", { exact: true }).click();
    await expect(page.getByLabel(SORRY)).toHaveCount(0);
    await page.getByText("Not so good", { exact: true }).click();
    await expect(page.getByLabel(SORRY)).toHaveValue("");
    await page.getByLabel(SORRY).fill("  Cold coffee  ");
  });

  await test.step("the branch, then back and forward with the answers kept", async () => {
    await flowPage.next().click();
    await flowPage.question("q-fix").getByText("The taste", { exact: true }).click();
    await flowPage.back().click();
    await expect(page.getByLabel(SORRY)).toHaveValue("  Cold coffee  ");
    await flowPage.next().click();
    await expect(page.getByRole("radio", { name: "The taste" })).toBeChecked();
    await page.getByLabel("What did you order?").fill("Türk kahvesi");
    await flowPage.next().click();
  });

  await test.step("another language and back", async () => {
    await page.getByRole("button", { name: "Türkçe" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "tr");
    await expect(flowPage.question("q-recommend")).not.toContainText("How likely");
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(flowPage.question("q-recommend")).toContainText("How likely");
  });

  await test.step("a score below 7 asks what to improve", async () => {
    await page.getByRole("radio", { name: "9", exact: true }).check();
    await expect(page.getByLabel("What would make it a 10?")).toHaveCount(0);
    await page.getByRole("radio", { name: "3", exact: true }).check();
    await page.getByLabel("What would make it a 10?").fill("Hotter coffee");
    await flowPage.next().click();
  });

  await test.step("a wrong address is refused, a right one is sent", async () => {
    await page.getByLabel("Your email").fill("ayse@example");
    await flowPage.send().click();
    await expect(page.getByText("Please enter a valid email.")).toBeVisible();
    await expect(page.getByLabel("Your email")).toBeFocused();
    await page.getByLabel("Your email").fill("ayse@example.com");
    await expect(page.getByText("Please enter a valid email.")).toHaveCount(0);
    await flowPage.send().click();
    await expect(page.getByText("Your answers are with the people who make your coffee.")).toBeVisible();
    await expect(flowPage.back()).toHaveCount(0);
  });

  await test.step("the row is exactly what was answered", async () => {
    const deviceId = await flowPage.deviceId();
    const [row, ...others] = pulsen.feedbacksOf(deviceId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      status: "complete",
      device_id: deviceId,
      node_id: "demo-node",
      flow_id: "demo-flow",
      flow_revision: 1,
      created_offline: 0,
      origin_url: `${pulsen.url}/feedback`,
    });
    expect(row?.responses).toEqual([
      { question_id: "q-mood", option_id: "mood-bad" },
      { question_id: "q-why", body: "Cold coffee", hidePersonalData: true },
      { question_id: "q-fix", option_id: "fix-taste" },
      { question_id: "q-order", body: "Türk kahvesi" },
      { question_id: "q-recommend", body: "3" },
      { question_id: "q-improve", body: "Hotter coffee" },
      { question_id: "q-email", body: "****@*******.com", hidePersonalData: true },
    ]);
  });
});

test("a visitor answers the flow by keyboard alone", {
  tag: ["@2.1.1", "@2.4.3", "@3.2.2", "@3.3.4", "@3.3.7"],
}, async ({ page, flowPage, pulsen }) => {
  await flowPage.open();
  const press = (key: string) => page.keyboard.press(key);
  /** Tabs on until `name` has the focus, as somebody would who cannot see where it is in the source. */
  const tabTo = async (role: "button" | "radio" | "checkbox" | "textbox", name: string) => {
    const target = page.getByRole(role, { name, exact: true });
    for (let presses = 0; presses < 20; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press("Tab");
    }
    await expect(target).toBeFocused();
  };

  await tabTo("button", "Next");
  await press("Enter");
  await expect(page.getByRole("radio", { name: "Lovely" })).toBeFocused();
  await expect(page.getByText(REQUIRED)).toBeVisible();
  await press("Space");
  await tabTo("button", "Next");
  await press("Enter");

  // The new page takes the focus with it.
  await expect(flowPage.question("q-liked")).toBeVisible();
  await expect(page.locator("section.page")).toBeFocused();
  await tabTo("checkbox", "The coffee");
  await press("Space");
  await press("Tab");
  await press("Space");
  await tabTo("button", "Next");
  await press("Enter");

  await expect(flowPage.question("q-recommend")).toBeVisible();
  await tabTo("radio", "0, Not likely");
  await press("Space");
  for (let score = 0; score < 8; score += 1) await press("ArrowRight");
  await expect(page.getByRole("radio", { name: "8", exact: true })).toBeChecked();
  await tabTo("button", "Next");
  await press("Enter");

  await expect(flowPage.question("q-email")).toBeVisible();
  await page.keyboard.press("Tab");
  await tabTo("textbox", "Your email");
  await page.keyboard.type("ali@example.org");
  // Enter in a text field sends a form, as everywhere on the web.
  await press("Enter");
  await expect(page.getByText("Your answers are with the people who make your coffee.")).toBeVisible();

  const [row] = pulsen.feedbacksOf(await flowPage.deviceId());
  expect(row?.responses).toEqual([
    { question_id: "q-mood", option_id: "mood-good" },
    { question_id: "q-liked", option_id: "liked-coffee" },
    { question_id: "q-liked", option_id: "liked-food" },
    { question_id: "q-recommend", body: "8" },
    { question_id: "q-email", body: "***@*******.org", hidePersonalData: true },
  ]);
});
