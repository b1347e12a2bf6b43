import { areas, expect, openAccount, type Page, signIn, test } from "./support/test";

test.use({ serviceWorkers: "allow" });

test("the service worker of link pages answers and keeps nothing of the console", async ({
  page,
  pulsen,
  arrive,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=demo-node`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => keptPaths(page)).not.toEqual([]);
  const byWorker: string[] = [];
  page.on("response", (response) => {
    if (response.fromServiceWorker()) byWorker.push(response.url());
  });
  const person = await arrive("Rana");
  await openAccount(page, pulsen);
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, person);
  await expect(areas(page)).toBeVisible();
  await page.goto(`${pulsen.url}/staff/feedback?node_id=demo-node`);
  await expect(areas(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(byWorker).toEqual([]);
  expect((await keptPaths(page)).filter((path) => path.includes("/staff"))).toEqual([]);
});

/** Returns the paths of what the service worker keeps. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(kept.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}
