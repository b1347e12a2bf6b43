import { expectAccessible } from "pulsen-loader/e2e";
import { liveEvents } from "./support/connection";
import { CHAT_RECORDS, Visitor } from "./support/inbox";
import { expect, type Page, test } from "./support/test";

/** The pages of the console that a session opens, with the demo's records and a chat. */
const PAGES = [
  "inbox?view=all",
  "inbox/CHAT?view=all",
  "feedback",
  "feedback/exports",
  "results",
  "results/demo-flow",
  "channels",
  "channels/demo-widget",
  "settings/people",
  "settings/tokens",
  "settings/webhooks",
  "settings/connectors",
  "settings/replies",
  "settings/blocked",
  "settings/privacy",
  "settings/audit",
  "settings/server",
  "me",
];

type Answer = "nothing" | "failure" | "refusal" | "theirs";

/** Answers the calls of a page, but for who is signed in, as the test says from then on. */
async function answerCalls(page: Page) {
  let release = () => {};
  let held = Promise.resolve();
  let answer: Answer = "theirs";
  await page.route("**/v1/staff/**", async (route) => {
    if (route.request().url().endsWith("/v1/staff/session")) return route.continue();
    if (answer === "nothing") await held;
    if (answer === "failure")
      return route.fulfill({ status: 500, json: { title: "It broke", code: "internal" } });
    if (answer === "refusal")
      return route.fulfill({ status: 403, json: { title: "A right is missing", code: "right_missing" } });
    return route.continue();
  });
  return (next: Answer) => {
    answer = next;
    release();
    held = new Promise((resolve) => {
      release = resolve;
    });
  };
}

for (const path of PAGES)
  test(`${path} says that it loads, what failed, which right is missing, and that there is no connection`, async ({
    page,
    context,
    pulsen,
    arrive,
  }) => {
    pulsen.import(CHAT_RECORDS);
    const { id } = await Visitor.begin(pulsen, "Zeynep", "The lamp flickers.");
    await arrive("Ayla");
    const answers = await answerCalls(page);
    const main = page.getByRole("main");
    answers("nothing");
    const live = liveEvents(page);
    await page.goto(`${pulsen.url}/staff/${path.replace("CHAT", id)}`);
    await expect(main.getByText("Loading…").first()).toBeAttached();
    await expectAccessible(page);
    // What came before it is fetched then, perhaps just before the press of a button.
    await live;

    answers("failure");
    const again = main.getByRole("button", { name: "Try again" }).first();
    await expect(again).toBeVisible();
    await expect(main.getByRole("alert").first()).toContainText("It broke");
    await expectAccessible(page);

    answers("refusal");
    await again.click();
    await expect(main.getByText("An owner can give you the right.").first()).toBeVisible();
    await expectAccessible(page);

    answers("theirs");
    await page.reload();
    await expect(main.getByRole("heading").first()).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("There is no connection.")).toBeVisible();
    await expect(main.getByRole("heading").first()).toBeVisible();
    await expect(main).not.toContainText("Something in this page went wrong");
    await expectAccessible(page);
  });
