import { expect, type Page } from "@playwright/test";

/** Returns the ids of the runs that a browser could continue with. */
export function storedRunIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const runs: Record<string, { id: string }> = JSON.parse(localStorage.getItem("FLOW/runs") ?? "{}");
    return Object.values(runs).map(({ id }) => id);
  });
}

/** Waits until the page writes its only run down, and returns the run's id: what does that is loaded when the browser is idle. */
export async function waitUntilStored(page: Page): Promise<string> {
  await expect.poll(() => storedRunIds(page)).toHaveLength(1);
  const [id = ""] = await storedRunIds(page);
  return id;
}
