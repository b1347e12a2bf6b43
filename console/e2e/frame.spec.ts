import { stillBox } from "pulsen-loader/e2e";
import { beginChat } from "./support/chats";
import { pressInTurn } from "./support/keys";
import { expectAccessibleInThemes, expectFits } from "./support/look";
import { areas, atInbox, expect, openAccount, type Page, test } from "./support/test";

const AREAS = [
  { name: "Inbox", path: "inbox", keys: "gi" },
  { name: "Feedback", path: "feedback", keys: "gf" },
  { name: "Results", path: "results", keys: "gr" },
  { name: "Channels", path: "channels", keys: "gc" },
  { name: "Settings", path: "settings", keys: "gs" },
];

/** The addresses of an area, with its own parameters and pages. */
const within = (url: string, path: string) => new RegExp(`^${url}/staff/${path}(?![^?/])`);

const navigationOf = (page: Page) => page.getByRole("navigation", { name: "Areas" });

test("the navigation leads to each area by pointer, keyboard and keys", async ({ page, pulsen, arrive }) => {
  await arrive("Aylin");
  await openAccount(page, pulsen);
  const navigation = navigationOf(page);
  for (const { name, path } of AREAS) {
    const link = navigation.getByRole("link", { name });
    await link.click();
    await expect(page).toHaveURL(within(pulsen.url, path));
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(navigation.locator("[aria-current]")).toHaveCount(1);
    // The focus goes there when the page is loaded.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
  await navigation.getByRole("link", { name: "Inbox" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(atInbox(pulsen));
  for (const { name, path, keys } of [...AREAS].reverse()) {
    // A field of the page may have the focus.
    await page.getByRole("heading", { level: 1 }).focus();
    await pressInTurn(page, keys);
    await expect(page).toHaveURL(within(pulsen.url, path));
    await expect(navigation.locator("[aria-current]")).toHaveText(name);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
  await page.getByRole("link", { name: "Pulsen" }).click();
  await expect(page).toHaveURL(atInbox(pulsen));
  await page.getByRole("link", { name: "Aylin" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeFocused();
});

test("the first press of Tab leads past the navigation", async ({ page, pulsen, arrive }) => {
  await arrive("Barış");
  await openAccount(page, pulsen);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Name")).toBeFocused();
});

test("? lists the keys, and single characters can be switched off", async ({ page, pulsen, arrive }) => {
  await arrive("Ceren");
  await openAccount(page, pulsen);
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // Not while somebody writes.
  await page.getByLabel("Name").focus();
  await page.keyboard.press("?");
  await expect(page.getByLabel("Name")).toHaveValue("Ceren?");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("Shift+?");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("Go to feedback")).toBeVisible();
  // Nothing of the page below happens.
  await pressInTurn(page, "gf");
  await expect(dialog).toBeVisible();
  await dialog.getByText("Shortcuts of single characters").click();
  await expect(dialog.getByRole("switch")).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await pressInTurn(page, "gf");
  expect(page.url()).toBe(`${pulsen.url}/staff/me`);
  // All others stay, and so does the way back.
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("option", { name: "Keyboard shortcuts" }).click();
  await dialog.getByText("Shortcuts of single characters").click();
  await expect(dialog.getByRole("switch")).toBeChecked();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("heading", { level: 1 }).focus();
  await pressInTurn(page, "gf");
  await expect(page).toHaveURL(within(pulsen.url, "feedback"));
});

test("the palette leads to pages and searches by keyboard alone", async ({ page, pulsen, arrive }) => {
  await arrive("Derya");
  await openAccount(page, pulsen);
  const field = page.getByRole("combobox", { name: "Go to or search" });
  const current = page.getByRole("listbox").getByRole("option", { selected: true });
  // Also while somebody writes.
  await page.getByLabel("Name").focus();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  await expect(current).toHaveText(/^Inbox/);
  await page.keyboard.press("ArrowUp");
  await expect(current).toHaveText(/^Sign out/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(current).toHaveText(/^Feedback/);
  expect(await field.getAttribute("aria-activedescendant")).toBe(await current.getAttribute("id"));
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(page.getByLabel("Name")).toBeFocused();

  // The next page takes the focus as soon as it is there.
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("RÉSU");
  await expect(current).toHaveText(/^Results/);
  await field.press("Enter");
  await expect(page).toHaveURL(within(pulsen.url, "results"));
  await expect(title("Results")).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("cold tea");
  await expect(current).toHaveText("Search in chats for “cold tea”");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/staff\/inbox\?(.*&)?text=cold(%20|\+)tea/);
  await expect(title("Inbox")).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("12");
  await field.press("ArrowDown");
  await expect(current).toHaveText("Find feedback with “12”");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/staff\/feedback\?(.*&)?text=12/);
  await expect(title("Feedback")).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeHidden();
  await page.getByRole("button", { name: "Search", exact: true }).first().click();
  await page.getByRole("option", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/sign-in`);
});

test("the palette leads to the settings that somebody may see", async ({ page, pulsen, arrive }) => {
  await arrive("Ece");
  await openAccount(page, pulsen);
  pulsen.execute("UPDATE users SET role = 'viewer' WHERE name = 'Ece'");
  await page.reload();
  await expect(page.getByText("Viewer")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const dialog = page.getByRole("dialog", { name: "Go to or search" });
  await dialog.getByRole("combobox").fill("e");
  await expect(dialog.getByRole("option", { name: "Canned replies" })).toBeVisible();
  await expect(dialog.getByRole("option", { name: "People" })).toBeHidden();
  await dialog.getByRole("option", { name: "Canned replies" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/settings/replies`);
});

test("what a key opens comes once its code is there, and until then no key means anything else", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Elif");
  let arriveNow = () => {};
  const awaited = new Promise<void>((resolve) => {
    arriveNow = resolve;
  });
  await page.route("**/assets/aria-*.js", async (route) => {
    await awaited;
    await route.continue();
  });
  await page.goto(`${pulsen.url}/staff/inbox?view=all`);
  await expect(page.getByRole("link", { name: "All", exact: true })).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("Shift+?");
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  arriveNow();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page).toHaveURL(atInbox(pulsen));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a button with an icon alone says what it is called, and its keys, to pointer and keyboard", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Emre");
  await openAccount(page, pulsen);
  const tooltip = page.getByRole("tooltip");
  const keys = page.getByRole("button", { name: "Keyboard shortcuts" });
  const signOut = page.getByRole("button", { name: "Sign out", exact: true });
  await keys.hover();
  await expect(tooltip).toHaveText("Keyboard shortcuts?");
  // It can be read by those who follow it with the pointer.
  await tooltip.hover();
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  await signOut.hover();
  await expect(tooltip).toHaveText("Sign out");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(tooltip).toBeHidden();

  await page.getByRole("combobox", { name: "Language" }).focus();
  await page.keyboard.press("Tab");
  await expect(keys).toBeFocused();
  await expect(keys).toHaveAccessibleDescription("Keyboard shortcuts ?");
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeHidden();
  await expect(keys).toHaveAccessibleDescription("");
  await expect(keys).toBeFocused();
  // What a press opens gives the focus back to it.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(keys).toBeFocused();
});

test("on a narrow screen the areas are below the page, and the account is behind a button", async ({
  page,
  pulsen,
  arrive,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await arrive("Figen");
  await openAccount(page, pulsen);
  const areas = await stillBox(navigationOf(page));
  expect(Math.round(areas.y + areas.height)).toBe(700);
  await navigationOf(page).getByRole("link", { name: "Results" }).click();
  await expect(page).toHaveURL(within(pulsen.url, "results"));
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("dialog", { name: "Account" }).getByRole("link", { name: "Figen" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  const account = page.getByRole("button", { name: "Account" });
  await account.click();
  await expect(page.getByRole("dialog", { name: "Account" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(account).toBeFocused();
  await account.click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${pulsen.url}/staff/sign-in`);
});

test("the navigation counts the chats that wait for an answer, as they change", async ({
  page,
  pulsen,
  arrive,
}) => {
  await arrive("Gamze");
  await openAccount(page, pulsen);
  const inbox = navigationOf(page).getByRole("link", { name: "Inbox" });
  for (const count of [1, 2]) {
    await beginChat(pulsen);
    await expect(inbox).toHaveAccessibleName(
      count === 1 ? "Inbox 1 chat waits for an answer" : `Inbox ${count} chats wait for an answer`,
    );
  }
});

for (const [locale, account] of [
  ["en-US", "Account"],
  ["ar", "الحساب"],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("the frame is accessible and fits, in each theme and width", async ({ page, pulsen, arrive }) => {
      await arrive(`Hande ${locale}`);
      // From 900 px on the areas are beside the page.
      for (const [width, others] of [
        [320, [768]],
        [1280, [1920]],
      ] as const) {
        const look = async () => {
          await expectAccessibleInThemes(page);
          await expectFits(page, [...others, width]);
        };
        await page.setViewportSize({ width, height: 700 });
        await page.goto(`${pulsen.url}/staff/me`);
        await expect(areas(page)).toBeVisible();
        await expect(page.locator(".row").first()).toBeVisible();
        await look();
        if (width < 900) {
          await page.getByRole("button", { name: account }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
          await look();
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toBeHidden();
        }
        await page.getByRole("heading", { level: 1 }).focus();
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog")).toBeVisible();
        await look();
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
        await page.keyboard.press("ControlOrMeta+k");
        await page.getByRole("dialog").getByRole("combobox").fill("a");
        await look();
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toBeHidden();
      }
    });
  });
}
