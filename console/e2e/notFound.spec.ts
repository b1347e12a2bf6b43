import { expectAccessible } from "pulsen-loader/e2e";
import { expect, test } from "./support/test";

const UNKNOWN = "01aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/** What there is not, by the address, and where its page leads; `null` where that is on the page anyway. */
const PAGES = [
  [`/inbox/${UNKNOWN}`, "This chat does not exist", "Back to the list", "/inbox"],
  [`/feedback/${UNKNOWN}`, "This feedback does not exist", null, null],
  ["/channels/unknown", "This channel does not exist", "All channels", "/channels"],
  ["/channels/demo-node/widgets/PSN-NONE", "This widget does not exist", "All channels", "/channels"],
  ["/channels/unknown/widgets/PSN-DEMO123", "This widget does not exist", "All channels", "/channels"],
  ["/channels/demo-node/widgets/PSN-DEMO123", "This widget does not exist", "All channels", "/channels"],
  ["/results/unknown", "This flow does not exist", "All flows", "/results"],
  ["/settings/webhooks/unknown", "This webhook does not exist", null, null],
  ["/settings/connectors/unknown", "This connector does not exist", null, null],
] as const;

test("what does not exist is said in its place, with a way back", async ({ page, pulsen, arrive }) => {
  await arrive("Nil");
  for (const [path, title, back, to] of PAGES) {
    await page.goto(`${pulsen.url}/staff${path}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expectAccessible(page);
    if (back === null) continue;
    await page.getByRole("link", { name: back }).click();
    await expect(page).toHaveURL((url) => url.pathname === `/staff${to}`);
  }
});

test("a narrow window has the title of what does not exist as that of the page", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Nil");
  await page.setViewportSize({ width: 375, height: 700 });
  for (const [path, title] of PAGES) {
    if (path.startsWith("/inbox")) continue;
    await page.goto(`${pulsen.url}/staff${path}`);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Pulsen`);
  }
});
