import type { Locator } from "@playwright/test";
import { expectAccessible } from "pulsen-loader/e2e";
import { LANGUAGES, option, question, send, thanks } from "./support/flowParts";
import { importRecords } from "./support/importRecords";
import { storedOf } from "./support/storedFeedback";
import { expect, test } from "./support/test";

const CITIES = [
  "Adana",
  "Ankara",
  "Antalya",
  "Bursa",
  "Edirne",
  "Izmir",
  "Konya",
  "Mersin",
  "Ordu",
  "Rize",
  "Van",
];
const none = { id: "o-none", key: "none", body: { en: "None of these" }, isExclusive: true };

const EXCLUSIVE = {
  id: "exclusive",
  languages: LANGUAGES,
  states: [
    {
      id: "first",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        question("liked", "checklist", {
          body: { en: "What did you like?" },
          minSelectionCount: 2,
          options: [option("taste", "The taste", "Tadı"), option("place", "The place", "Yeri"), none],
        }),
        question("cities", "dropdown", {
          body: { en: "Which ones have you seen?" },
          isMultiSelect: true,
          options: [...CITIES.map((name, at) => ({ id: `o-${at}`, key: name, body: name })), none],
        }),
        send,
      ],
    },
    thanks({ en: "Thank you!" }),
  ],
};

test.beforeAll(({ pulsen }) =>
  importRecords(pulsen, {
    flows: [EXCLUSIVE],
    nodes: [{ id: "exclusive", name: "Fener Coffee", flow_id: "exclusive" }],
  }),
);

test("an exclusive option stands apart, and alone", async ({ page, pulsen }) => {
  await page.goto(`${pulsen.url}/feedback?node_id=exclusive`);
  const liked = page.locator('[data-question="q-liked"]');
  const cities = page.locator('[data-question="q-cities"]');
  const button = page.getByRole("button", { name: "Send" });
  const said = (text: string) => expect(liked.getByRole("status")).toHaveText(text);

  await test.step("in a checklist", async () => {
    await expect.poll(() => gaps(liked.locator(".option"))).toEqual([false, true]);
    await liked.getByText("The taste", { exact: true }).click();
    await liked.getByText("The place", { exact: true }).click();
    await said("The taste, The place");
    await liked.getByText("None of these", { exact: true }).click();
    await said("None of these");
    await expect(liked.getByRole("checkbox", { checked: true })).toHaveCount(1);
    await liked.getByText("The taste", { exact: true }).click();
    await said("The taste");
    await button.click();
    await expect(liked.getByText("Please select minimum 2 options.")).toBeVisible();
    await liked.getByText("None of these", { exact: true }).click();
    await said("None of these");
  });

  await test.step("in a list that is searched", async () => {
    const search = cities.getByRole("combobox");
    await search.click();
    const lastApart = CITIES.map((_, at) => at === CITIES.length - 1);
    await expect.poll(() => gaps(cities.getByRole("option"))).toEqual(lastApart);
    const chips = cities.getByRole("button", { name: /^Remove/ });
    await cities.getByRole("option", { name: "Ankara" }).click();
    await expect(chips).toHaveText(["Ankara"]);
    await cities.getByRole("option", { name: "Bursa" }).click();
    await expect(chips).toHaveText(["Ankara", "Bursa"]);
    await page.keyboard.type("none");
    await expect(cities.getByRole("option")).toHaveText(["None of these"]);
    await page.keyboard.press("Enter");
    await expect(chips).toHaveText(["None of these"]);
    await expect(cities.getByRole("status").filter({ hasText: /^None of these$/ })).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(cities.getByRole("option")).toHaveCount(0);
  });

  await button.click();
  await expect(page.getByText("Thank you!")).toBeVisible();
  expect((await storedOf(pulsen, page)).responses).toEqual([
    { question_id: "q-liked", option_id: "o-none" },
    { question_id: "q-cities", option_id: "o-none" },
  ]);
});

/** Returns of each two options that follow each other whether they stand further apart than the first two. */
async function gaps(options: Locator): Promise<boolean[]> {
  const boxes = await options.evaluateAll((all) =>
    all.map((option) => option.getBoundingClientRect().toJSON()),
  );
  const between = boxes.slice(1).map(({ top }, at) => top - boxes[at].bottom);
  return between.map((gap) => gap > (between[0] ?? 0) + 4);
}
