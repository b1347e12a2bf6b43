import { importRecords } from "./support/importRecords";
import { waitUntilStored } from "./support/storedRuns";
import { expect, type Page, test } from "./support/test";

const question = (id: string, style: string, more: object = {}) => ({
  id: `e-${id}`,
  type: "question",
  order: 1,
  question: { id: `q-${id}`, key: id, style, body: { en: `${id}?` }, ...more },
});
const OPTIONS = ["good", "bad"].map((key) => ({ id: `o-${key}`, key, body: { en: key } }));
const mood = question("mood", "radio", { isRequired: true, options: OPTIONS });
const next = { id: "next", type: "next_page", order: 9, body: { en: "Next" } };
const send = { id: "send", type: "submit", order: 9, body: { en: "Send" } };
const THANKS = { id: "thanks", style: "thank_you", elements: [] };

function flow(id: string, states: object[], more: object = {}) {
  const [first, ...others] = states;
  return {
    id,
    allowSavingIncompleteSurvey: true,
    languages: [{ id: "en", code: "en", name: "English" }],
    defaultLanguageId: "en",
    states: [{ ...first, isInitialState: true }, ...others, THANKS],
    ...more,
  };
}

const PAGES = [
  {
    id: "first",
    elements: [mood, next],
    nextStateId: "why",
  },
  { id: "why", elements: [question("why", "text"), send], nextStateId: "thanks" },
];
const FLOWS = [
  flow("clicked", PAGES),
  flow("clicked-paced", PAGES, { pace: "one" }),
  flow("clicked-short", [{ id: "only", elements: [mood, send], nextStateId: "thanks" }]),
];

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    flows: FLOWS,
    nodes: FLOWS.map(({ id }) => ({ id, name: "Fener Coffee", flow_id: id, default_language_id: "en" })),
  }),
);

const good = (page: Page) => page.getByRole("radio", { name: "good" });

for (const node of ["clicked", "clicked-paced"]) {
  test(`a click in a mail answers the first question and shows the next one: ${node} @mobile`, async ({
    page,
    flowPage,
    pulsen,
  }) => {
    await page.goto(`${pulsen.url}/feedback?node_id=${node}&q.mood=good`);
    await expect(flowPage.question("q-why")).toBeVisible();
    await expect(page).toHaveURL(`${pulsen.url}/feedback?node_id=${node}`);
    await flowPage.expectAccessible();
    await page.getByRole("textbox").fill("Warm lamps");
    await flowPage.send().click();
    await expect(page.getByText("Thank You")).toBeVisible();
    const stored = pulsen.feedbacksOf(await flowPage.deviceId());
    expect(stored).toMatchObject([
      {
        status: "complete",
        responses: [
          { question_id: "q-mood", option_id: "o-good" },
          { question_id: "q-why", body: "Warm lamps" },
        ],
      },
    ]);
  });
}

test("the page that is loaded again continues, and does not answer again", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=clicked&q.mood=good`);
  await expect(flowPage.question("q-why")).toBeVisible();
  await waitUntilStored(page);
  await page.reload();
  await expect(flowPage.question("q-why")).toBeVisible();
  await expect(page.getByText(/^Welcome back\./)).toBeVisible();
  await flowPage.back().click();
  await expect(good(page)).toBeChecked();
});

test("a click begins another run in place of the one that was left; one that gives no answer continues it", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await page.goto(`${pulsen.url}/feedback?node_id=clicked`);
  await page.getByRole("radio", { name: "Bad" }).check();
  await flowPage.next().click();
  await flowPage.question("q-why").getByRole("textbox").fill("Cold");
  await waitUntilStored(page);

  await page.goto(`${pulsen.url}/feedback?node_id=clicked&q.mood=unknown`);
  await expect(flowPage.question("q-why").getByRole("textbox")).toHaveValue("Cold");
  await page.goto(`${pulsen.url}/feedback?node_id=clicked&q.mood=good`);
  await expect(flowPage.question("q-why").getByRole("textbox")).toHaveValue("");
  await expect(page.getByText(/^Welcome back\./)).toHaveCount(0);
  await flowPage.back().click();
  await expect(good(page)).toBeChecked();
});

test("an answer on a page that sends waits for its button", async ({ page, flowPage, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=clicked-short&q.q-mood=o-good`);
  await expect(good(page)).toBeChecked();
  await flowPage.send().click();
  await expect(page.getByText("Thank You")).toBeVisible();
  expect(pulsen.feedbacksOf(await flowPage.deviceId())).toMatchObject([{ status: "complete" }]);
});

test("a page that nobody sees gives and stores no answer until it is seen", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await page.addInitScript(() => {
    const seen = { current: false };
    Object.assign(window, { seen });
    Object.defineProperty(document, "visibilityState", {
      get: () => (seen.current ? "visible" : "hidden"),
    });
  });
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posted.push(request.url());
  });
  await page.goto(`${pulsen.url}/feedback?node_id=clicked&q.mood=good`);
  // The engine is there: it says what is missing.
  await flowPage.next().click();
  await expect(page.getByText("Choose one answer.")).toBeVisible();
  await expect(good(page)).not.toBeChecked();
  expect(posted).toEqual([]);

  const saved = page.waitForRequest("**/v1/feedbacks");
  await page.evaluate(() => {
    (window as unknown as { seen: { current: boolean } }).seen.current = true;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(flowPage.question("q-why")).toBeVisible();
  await saved;
});

test("answers that do not fit are ignored", async ({ page, flowPage, pulsen }) => {
  for (const query of ["q.mood=unknown", "q.why=good", "q.nothing=1", "q.=good"]) {
    await page.goto(`${pulsen.url}/feedback?node_id=clicked&${query}`);
    await expect(page).toHaveURL(`${pulsen.url}/feedback?node_id=clicked`);
    await expect(flowPage.question("q-mood")).toBeVisible();
    await expect(good(page)).not.toBeChecked();
  }
});
