import { expect, test } from "./support/test";

test("the flow works with storage denied", async ({ page, flowPage, pulsen }) => {
  // With site data blocked, browsers throw as soon as storage is read.
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  });
  const sent = page.waitForRequest("**/v1/feedbacks");
  await flowPage.open();
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText("Your answers are with the people who make your coffee.")).toBeVisible();
  const { device_id: deviceId } = (await sent).postDataJSON();
  expect(deviceId).toMatch(/^[0-9a-f-]{36}$/);
  expect(pulsen.feedbacksOf(deviceId)).toHaveLength(1);
});

test("the device id stays the same in later visits", async ({ page, flowPage }) => {
  await flowPage.open();
  await page.getByText("Just fine", { exact: true }).click();
  const first = await flowPage.deviceId();
  await page.reload();
  const sent = page.waitForRequest("**/v1/feedbacks");
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  expect((await sent).postDataJSON().device_id).toBe(first);
  expect(await flowPage.deviceId()).toBe(first);
});
