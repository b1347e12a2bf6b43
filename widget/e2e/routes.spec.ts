import { expect, test } from "./support/test";

test("both link routes show the flow", async ({ page, pulsen }) => {
  for (const route of ["feedback", "web_feedback"]) {
    await page.goto(`${pulsen.url}/${route}?node_id=demo-node`);
    await expect(page.locator('[data-question="q-mood"]')).toBeVisible();
  }
});

test("a missing parameter renders nothing", async ({ page, pulsen }) => {
  for (const path of [
    "/feedback",
    "/feedback?node_id=",
    "/web_feedback",
    "/flow_preview",
    "/web_flow_preview",
  ]) {
    const answer = await page.goto(pulsen.url + path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator("body"), path).toHaveText("");
  }
});

test("an unknown node shows a 404 page", async ({ page, flowPage, pulsen }) => {
  const answer = await page.goto(`${pulsen.url}/feedback?node_id=nobody`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "404 Not Found" })).toBeVisible();
  await flowPage.expectAccessible();
});

test("every other path redirects to the provider's site", async ({ request, pulsen }) => {
  for (const path of [
    "/",
    "/anything",
    "/feedback/",
    "/feedback/x?node_id=demo-node",
    "/Feedback?node_id=demo-node",
  ]) {
    const answer = await request.get(pulsen.url + path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(302);
    expect(answer.headers().location, path).toBe("https://site.example/");
  }
});

test("a preview walks the flow and stores nothing", async ({ page, flowPage, pulsen }) => {
  for (const route of ["web_flow_preview", "flow_preview"]) {
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await page.goto(`${pulsen.url}/${route}?flow_id=demo-flow`);
    await flowPage.question("q-mood").waitFor();
    await flowPage.answerUpToSend();
    await flowPage.send().click();
    await expect(page.getByText("Your answers are with the people who make your coffee.")).toBeVisible();
    expect(posts).toEqual([]);
  }
});

test("the page has the language of its address", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=demo-node&lang=tr`);
  await expect(page.locator("html")).toHaveAttribute("lang", "tr");
  await expect(page.getByRole("button", { name: "English" })).toBeVisible();
});

test("the first question needs no call", async ({ page, pulsen }) => {
  const calls: string[] = [];
  // No call is ever answered; only the counter's beacon may be sent, and nothing waits for that.
  await page.route(/\/v\d\//, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname !== "/v1/counters") calls.push(pathname);
  });
  await page.goto(`${pulsen.url}/feedback?node_id=demo-node`);
  await page.locator('[data-question="q-mood"]').waitFor();
  expect(calls).toEqual([]);
});
