import { expect, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const SORRY = "We are sorry. What went wrong?";

test("answers in a link are preloaded and submitted", async ({ page, flowPage, pulsen }) => {
  const responses = JSON.stringify({ mood: "bad", why: "Cold coffee", "q-recommend": 9, nobody: "x" });
  await flowPage.open(`/feedback?node_id=demo-node&responses=${encodeURIComponent(responses)}`);

  await expect(page.getByRole("radio", { name: "Not so good" })).toBeChecked();
  await expect(page.getByLabel(SORRY)).toHaveValue("Cold coffee");
  await flowPage.next().click();
  await flowPage.question("q-fix").getByText("The taste", { exact: true }).click();
  await flowPage.next().click();
  await expect(page.getByRole("radio", { name: "9", exact: true })).toBeChecked();
  await flowPage.next().click();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();

  const [row] = pulsen.feedbacksOf(await flowPage.deviceId());
  expect(row?.origin_url).toBe(`${pulsen.url}/feedback`);
  expect(row?.responses).toEqual(
    expect.arrayContaining([
      { question_id: "q-mood", option_id: "mood-bad" },
      { question_id: "q-recommend", body: "9" },
    ]),
  );
});

test("damaged answers in a link do not block the flow", async ({ page, flowPage }) => {
  await flowPage.open("/feedback?node_id=demo-node&responses=%7B%22mood%22%3A%22ba");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
});

test("a link page with isPreview stores nothing", async ({ page, flowPage }) => {
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await flowPage.open("/feedback?node_id=demo-node&isPreview=true");
  await flowPage.answerUpToSend();
  await flowPage.send().click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(posts).toEqual([]);
});
