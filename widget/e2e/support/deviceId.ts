import { expect, type Page } from "@playwright/test";

/**
 * Returns the id that the page has stored for its browser. It waits for that: a page stores it when its scripts take the first
 * answer, which a visitor can give before the scripts are there.
 */
export async function storedDeviceId(page: Page): Promise<string> {
  let deviceId = "";
  const read = async () => {
    const stored = await page.evaluate(() => localStorage.getItem("FLOW/device_id") ?? "");
    deviceId = stored.startsWith('"') ? JSON.parse(stored) : stored;
    return deviceId;
  };
  await expect.poll(read).not.toBe("");
  return deviceId;
}
