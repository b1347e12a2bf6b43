import { CONTENT_FRAME, LAUNCHER_FRAME } from "../support/hostedWidget";
import { scriptTag } from "../support/hostSite";
import { clickAt } from "../support/pointer";
import { expect, test } from "../support/test";

test("a visitor answers and chats by keyboard in a host that another page has put into a sandbox", async ({
  page,
  pulsen,
  staff,
  host,
}) => {
  const inner = host.add({ head: scriptTag(pulsen.url, "PSN-E2EOPEN") });
  await page.goto(
    host.add({
      head: "<style>iframe { display: block !important; width: 900px !important; opacity: 1 !important; transform: none !important }</style>",
      body: `<iframe sandbox="allow-scripts" src="${inner}" title="A shop" width="900" height="600"></iframe>`,
    }),
  );
  const shop = page.frameLocator("iframe");
  await clickAt(shop.locator(LAUNCHER_FRAME));
  const content = shop.frameLocator(CONTENT_FRAME);
  await clickAt(content.getByText("Not so good", { exact: true }));
  await content.getByRole("button", { name: "Next", exact: true }).press("Enter");
  const why = content.getByRole("textbox", { name: "What can we do better?" });
  await why.fill("Warmer lamps");
  const accepted = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && new URL(response.url()).pathname === "/v1/feedbacks",
  );
  // Enter in a field presses the page's button, as outside of a sandbox.
  await why.press("Enter");
  const { id } = await (await accepted).json();
  const box = content.getByRole("textbox", { name: "Message", exact: true });
  await box.fill("Which lamps?");
  await content.getByRole("button", { name: "Send", exact: true }).click();
  await expect(content.locator(".bubble").filter({ hasText: "Which lamps?" })).toContainText("Sent");
  await staff.sendMessage(id, "All of them");
  await expect(content.getByRole("log").locator(".bubble__text")).toHaveText(["Which lamps?", "All of them"]);
  await content.getByRole("button", { name: "Close", exact: true }).click();
  await expect(shop.locator(CONTENT_FRAME)).toBeHidden();
});
