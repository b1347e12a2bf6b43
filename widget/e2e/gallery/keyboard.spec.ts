import { accessibleTrees } from "./accessibleTree";
import { expect, test } from "./galleryTest";
import type { State } from "./sample";
import { PAGES } from "./samples";
import { expectAccessibleInEachTheme } from "./themes";

// What assistive technology is told is compared with the files of the folder `expected`.
for (const samplePage of PAGES) {
  test(`the keyboard alone answers: ${samplePage.id}`, {
    tag: ["@1.1.1", "@1.3.1", "@1.3.2", "@1.4.3", "@2.1.1", "@2.4.4", "@3.3.1", "@3.3.2", "@4.1.2"],
  }, async ({ gallery, page }) => {
    const { samples } = samplePage;
    const told = samples.map(() => [] as string[]);
    const listen = async (state: State) => {
      await gallery.settle();
      const trees = await accessibleTrees(
        page,
        samples.map((sample) => gallery.part(sample)),
      );
      for (const [at, tree] of trees.entries())
        if (samples[at]?.states[state] === true)
          told[at]?.push(`# ${state}\n${gallery.withoutNumber(tree)}\n`);
      await expectAccessibleInEachTheme(page);
    };

    await gallery.open(samplePage);
    await listen("empty");

    if (samples.some(({ states }) => states.error === true)) {
      await gallery.tabTo(gallery.send());
      await page.keyboard.press("Enter");
      const missing = samples.filter(({ states }) => states.error === true);
      await expect(page.locator(".field__error:not(:empty)")).toHaveCount(missing.length);
      const [first] = missing;
      if (first) await expect(gallery.part(first).locator(":focus")).toHaveCount(1);
      await listen("error");
    }

    for (const sample of samples) await gallery.fillByKeyboard(sample);
    await listen("answered");
    const items = await gallery.sentBy(async () => {
      await gallery.tabTo(gallery.send());
      await page.keyboard.press("Enter");
    });
    expect(gallery.withoutIds(items)).toEqual(samples.flatMap((sample) => gallery.answerOf(sample)));
    for (const [at, { id }] of samples.entries()) expect(told[at]?.join("\n")).toMatchSnapshot(`${id}.txt`);
  });
}
