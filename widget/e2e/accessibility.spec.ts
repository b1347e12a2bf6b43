import { expect, test } from "./support/test";

test("axe finds nothing on any page or in any state @mobile", { tag: ["@2.4.1", "@4.1.2"] }, async ({
  page,
  flowPage,
}) => {
  await flowPage.open();
  await flowPage.expectAccessible();

  await test.step("with an error and a question that a trigger showed", async () => {
    await flowPage.next().click();
    await expect(page.getByText("Choose one answer.")).toBeVisible();
    await flowPage.expectAccessible();
    await page.getByText("Not so good", { exact: true }).click();
    await page.getByLabel("We are sorry. What went wrong?").fill("Cold");
    await flowPage.expectAccessible();
  });

  await test.step("the branch of options and a text", async () => {
    await flowPage.next().click();
    await flowPage.question("q-fix").getByText("The taste", { exact: true }).click();
    await flowPage.expectAccessible();
    await flowPage.next().click();
  });

  await test.step("the scale", async () => {
    await page.getByRole("radio", { name: "3", exact: true }).check();
    await flowPage.expectAccessible();
    await flowPage.next().click();
  });

  await test.step("the last page with an error, in Turkish", async () => {
    await page.getByLabel("Your email").fill("nobody");
    await flowPage.send().click();
    await expect(page.getByText("Please enter a valid email.")).toBeVisible();
    await flowPage.expectAccessible();
    await page.getByRole("button", { name: "Türkçe" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "tr");
    await flowPage.expectAccessible();
    await page.getByRole("button", { name: "English" }).click();
  });

  await test.step("the thank-you", async () => {
    await page.getByLabel("Your email").fill("");
    await flowPage.send().click();
    await expect(page.getByText("Your answers are with the people who make your coffee.")).toBeVisible();
    await flowPage.expectAccessible();
  });
});

test("the checklist's page", async ({ page, flowPage }) => {
  await flowPage.open();
  await page.getByText("Lovely", { exact: true }).click();
  await flowPage.next().click();
  await flowPage.question("q-liked").getByText("The coffee", { exact: true }).click();
  await flowPage.expectAccessible();
});

test("one status says that answers are missing, and a field speaks while one types in it", {
  tag: "@4.1.3",
}, async ({ page, flowPage }) => {
  await flowPage.open();
  await flowPage.next().click();
  await expect(page.getByText("Choose one answer.")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 answer is missing." })).toHaveCount(1);
  const live = page.locator(".field__error[aria-live]");
  await expect(live).toHaveCount(0);
  await page.getByText("Not so good", { exact: true }).click();
  await page.getByLabel("We are sorry. What went wrong?").fill("Cold");
  await expect(live).toHaveCount(1);
});
