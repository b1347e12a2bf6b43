import { type ChatAccess, ChatView, expectAccessible, watchLayoutShifts } from "pulsen-loader/e2e";
import { askForHelp, importHelpDesk } from "./support/helpDesk";
import { holdScripts } from "./support/holdScripts";
import { expect, type Page, test } from "./support/test";

test.beforeAll(({ pulsen }) => importHelpDesk(pulsen, { primary_color: "#7c3aed" }));

const address = ({ feedbackId, token }: ChatAccess) => `/chat?feedback_id=${feedbackId}#token=${token}`;

for (const [name, colorScheme, width, language] of [
  ["a chat", "light", 375, "en"],
  ["a chat on a wide screen", "light", 1280, "en"],
  ["a chat in the dark", "dark", 1280, "en"],
  ["a chat from right to left", "light", 375, "ar"],
] as const) {
  test(`${name} has its outline before any script, and it does not move`, async ({ page, pulsen }) => {
    importHelpDesk(pulsen, { primary_color: "#7c3aed", theme: "auto" });
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    const access = await askForHelp(pulsen, { what: "SECRET" });
    const release = await holdScripts(page);
    const shifts = await watchLayoutShifts(page);
    const url = pulsen.url + address(access).replace("#", `&lang=${language}#`);
    await page.goto(url, { waitUntil: "commit" });

    await expect(page.locator("[data-prerendered]").getByRole("status")).toBeAttached();
    await expect(page.getByRole("heading", { name: "Fener Coffee" })).toBeVisible();
    await expect(page.locator(".brand__initial")).toHaveCSS("background-color", "rgb(124, 58, 237)");
    expect(await page.locator("html").getAttribute("dir")).toBe(language === "ar" ? "rtl" : "ltr");
    expect(await page.content()).not.toContain("SECRET");
    await expectAccessible(page);
    const before = await edges(page);
    release();
    await expect(page.getByRole("log")).toContainText("SECRET");
    expect(await edges(page)).toEqual(before);
    expect(await shifts()).toEqual([]);
    expect(page.url()).not.toContain(access.token);
  });
}

test("a visitor who has left answers elsewhere sees the outline, too", async ({ page, pulsen }) => {
  const access = await askForHelp(pulsen);
  await page.addInitScript(() => localStorage.setItem("FLOW/runs", "{}"));
  const release = await holdScripts(page);
  await page.goto(pulsen.url + address(access), { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Fener Coffee" })).toBeVisible();
  release();
  await new ChatView(page).send("It is a red one");
});

test("a link without its token has a message instead", async ({ page, pulsen }) => {
  const { feedbackId } = await askForHelp(pulsen);
  await page.goto(`${pulsen.url}/chat?feedback_id=${feedbackId}`);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.locator(".composer")).toHaveCount(0);
});

test("a chat whose scripts do not arrive says so", async ({ page, pulsen }) => {
  const access = await askForHelp(pulsen);
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await page.goto(pulsen.url + address(access));
  await expect(page.getByRole("alert")).toBeInViewport();
});

/** Returns where the header, the card and the field for a message stand. */
function edges(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      "header.top",
      ".brand",
      "main.card",
      ".chat__footer",
      ".composer__input",
      ".composer__send",
      "footer.bottom",
    ].map((selector) => {
      const box = document.querySelector(`#app ${selector}`)?.getBoundingClientRect();
      return `${selector}: ${box && [box.x, box.y, box.width, box.height].map(Math.round).join(" ")}`;
    }),
  );
}
