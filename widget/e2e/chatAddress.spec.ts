import { ChatView, expectAccessible } from "pulsen-loader/e2e";
import { importHelpDesk } from "./support/helpDesk";
import { expect, type Page, test } from "./support/test";

test.beforeAll(({ pulsen }) => importHelpDesk(pulsen));

/** Collects every address that a tab shows or calls, and whence it says that it comes. */
function watchAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  page.on("request", (request) => {
    addresses.push(request.url(), request.headers().referer ?? "");
  });
  page.on("websocket", (socket) => addresses.push(socket.url()));
  return addresses;
}

/** Answers the only question, and returns the chat's token as the server has given it. */
async function askForHelp(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/feedback?node_id=help`);
  await page.getByRole("textbox", { name: "How can we help?" }).fill("My umbrella is gone");
  const accepted = page.waitForResponse((response) => response.url().endsWith("/v1/feedbacks"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const { chat_token_string: token } = await (await accepted).json();
  await page.waitForURL("**/chat?*");
  return token;
}

test("a link page leads to its chat, and the token is in no address @mobile", async ({
  page,
  context,
  pulsen,
}) => {
  const addresses = watchAddresses(page);
  const token = await askForHelp(page, pulsen.url);
  expect(token).toBeTruthy();
  const chat = new ChatView(page);
  await chat.send("It is a red one");
  await expect(chat.message("It is a red one")).toContainText("Sent");
  await expectAccessible(page);
  const url = page.url();

  await page.reload();
  await chat.expectMessages("It is a red one");
  await page.goBack();
  await page.goForward();
  await chat.expectMessages("It is a red one");

  // The browser has kept the token, so that any of its tabs opens the chat by an address that says nothing.
  const other = await context.newPage();
  const further = watchAddresses(other);
  await other.goto(url);
  await new ChatView(other).expectMessages("It is a red one");
  for (const address of [...addresses, ...further]) {
    expect(address).not.toContain(token);
    expect(address).not.toContain(encodeURIComponent(token));
    expect(new URL(address || "about:blank").searchParams.has("token"), address).toBe(false);
  }
});

test("the address opens no chat in another browser", async ({ page, browser, pulsen }) => {
  await askForHelp(page, pulsen.url);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByRole("alert")).toBeVisible();
  await expect(new ChatView(stranger).box).toHaveCount(0);
  await stranger.context().close();
});
