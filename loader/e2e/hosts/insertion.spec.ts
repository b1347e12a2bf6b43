import { LAUNCHER_FRAME } from "../support/hostedWidget";
import { scriptTag } from "../support/hostSite";
import { expect, test } from "../support/test";

const CODE = "PSN-E2EHOME";

/** Ways in which a tag comes to a page, as markup for its head. */
const WAYS: Record<string, (source: string, tag: string) => string> = {
  "the same tag twice": (_, tag) => tag + tag,
  "without async": (source) => `<script src="${source}"></script>`,
  "with defer": (source) => `<script defer src="${source}"></script>`,
  "as a module": (source) => `<script type="module" src="${source}"></script>`,
  "by import()": (source) => `<script type="module">import("${source}")</script>`,
  "by document.write": (source) =>
    `<script>document.write('<script src="${source}"><' + '/script>')</script>`,
  "by a tag manager": (source) => `<script>
    const script = document.createElement("script");
    script.async = true;
    script.src = "${source}";
    document.head.insertBefore(script, document.head.firstChild);
  </script>`,
  "by a tag manager, twice": (source) => `<script>
    for (let index = 0; index < 2; index += 1)
      document.head.append(Object.assign(document.createElement("script"), { src: "${source}" }));
  </script>`,
  late: (source) => `<script>
    addEventListener("load", () => requestAnimationFrame(() =>
      document.body.append(Object.assign(document.createElement("script"), { src: "${source}" }))));
  </script>`,
  "with a variable of its name": (_, tag) =>
    `<script>var PSN = function () { (PSN.q = PSN.q || []).push(arguments) };</script>${tag}`,
  "with a function of its name": (_, tag) =>
    `<script>function PSN() { (PSN.q = PSN.q || []).push(arguments) }</script>${tag}`,
};

for (const [name, head] of Object.entries(WAYS)) {
  test(`one widget appears where its tag is inserted ${name}, and again after it was destroyed`, async ({
    page,
    widget,
    pulsen,
    host,
    consoleErrors,
  }) => {
    const source = `${pulsen.url}/loader/${CODE}.js`;
    await page.goto(host.add({ head: head(source, scriptTag(pulsen.url, CODE)) }));
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    await expect(page.locator("pulsen-widget")).toHaveCount(1);

    await page.evaluate(() => (window as unknown as { PSN: { destroy(): void } }).PSN.destroy());
    await expect(page.locator("pulsen-widget")).toHaveCount(0);
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement("script"), { src }));
    }, source);
    await widget.open();
    await expect(widget.question("q-mood")).toBeVisible();
    await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(1);
    // The browser's own advice about `document.write`.
    consoleErrors.splice(
      0,
      Infinity,
      ...consoleErrors.filter((line) => !line.startsWith("A parser-blocking")),
    );
  });
}
