import { expect, test } from "./support/test";
import { translatePage } from "./support/translatePage";

const REQUIRED = "Choose one answer.";

test("a page that the browser translates continues: errors come and go, pages change, the language too", async ({
  page,
  flowPage,
}) => {
  await flowPage.open();
  const bareTexts = await translatePage(page);
  await flowPage.next().click();
  await expect(page.getByText(REQUIRED)).toBeVisible();
  await page.getByText("Not so good", { exact: true }).click();
  await expect(page.getByText(REQUIRED)).toHaveCount(0);
  await page.getByText("Just fine", { exact: true }).click();
  await flowPage.next().click();
  await flowPage.back().click();
  await flowPage.next().click();
  await page.getByRole("button", { name: "Türkçe" }).click();
  await expect(flowPage.question("q-recommend")).not.toContainText("How likely");
  await page.getByRole("button", { name: "English" }).click();
  await expect(flowPage.question("q-recommend")).toContainText("How likely");
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText(/valid email|Thank you/i).first()).toBeVisible();
  expect(await bareTexts()).toEqual([]);
});
