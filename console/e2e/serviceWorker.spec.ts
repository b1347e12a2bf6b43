import { expect, signIn, test } from "./support/test";

test.use({ serviceWorkers: "allow" });

test("the service worker of link pages answers and keeps nothing of the console", async ({
  page,
  pulsen,
  arrive,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=demo-node`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const byWorker: string[] = [];
  page.on("response", (response) => {
    if (response.fromServiceWorker()) byWorker.push(response.url());
  });
  const person = await arrive("Rana");
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, person);
  await page.goto(`${pulsen.url}/staff/feedback?node_id=demo-node`);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(byWorker).toEqual([]);
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).not.toEqual([]);
  expect(kept.filter((path) => path.includes("/staff"))).toEqual([]);
});
