import { expectAccessible } from "pulsen-loader/e2e";
import { importRecords } from "./support/importRecords";
import { storedOf } from "./support/storedFeedback";
import { expect, test } from "./support/test";

const option = (key: string, body: string, fit: number) => ({
  id: key,
  key,
  body: { en: body },
  scores: { fit },
});

/** As texts show a score: with a writing direction of its own. */
const shown = (score: string) => `\u2068${score}\u2069`;

const FLOW = {
  id: "scores",
  languages: [{ id: "en", code: "en", name: "English" }],
  scores: [{ key: "fit" }],
  states: [
    {
      id: "ask",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        {
          id: "use",
          type: "question",
          question: {
            id: "q-use",
            key: "use",
            style: "checklist",
            body: { en: "Where do you use it?" },
            options: [option("home", "At home", 2.5), option("work", "At work", 4)],
          },
        },
        { id: "so-far", type: "label", order: 1, body: { en: "So far: {{fit}}" } },
        { id: "dial", type: "gauge", order: 2, body: { en: "How well it fits" }, score: "fit", max: 10 },
        { id: "send", type: "submit", order: 3, body: { en: "Send" } },
      ],
    },
    {
      id: "thanks",
      style: "thank_you",
      elements: [{ id: "sum", type: "label", body: { en: "You have {{fit}} points." } }],
    },
  ],
};

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    flows: [FLOW],
    nodes: [{ id: "scores", name: "Fener Coffee", flow_id: "scores" }],
  }),
);

test("texts and a gauge show a score as it grows, and staff get it", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=scores`);
  const dial = page.getByRole("meter", { name: "How well it fits" });
  await expect(page.getByText(`So far: ${shown("0")}`)).toBeVisible();
  await expect(dial).toHaveAttribute("value", "0");
  await page.getByRole("checkbox", { name: "At home" }).check();
  await expect(page.getByText(`So far: ${shown("2.5")}`)).toBeVisible();
  await page.getByRole("checkbox", { name: "At work" }).check();
  await expect(dial).toHaveAttribute("value", "6.5");
  await expectAccessible(page);
  await page.locator("[data-element=send] button").click();
  await expect(page.getByText(`You have ${shown("6.5")} points.`)).toBeVisible();
  expect(await storedOf(pulsen, page)).toMatchObject({ scores: { fit: 6.5 } });
});
