import { ChatView, PathProxy } from "pulsen-loader/e2e";
import { importHelpDesk } from "./support/helpDesk";
import { importRecords } from "./support/importRecords";
import { keptPaths, waitUntilKept } from "./support/keptPages";
import { expect, FlowPage, test } from "./support/test";

test.use({ serviceWorkers: "allow" });

for (const [name, removesPath] of [
  ["passes the path on", false],
  ["removes the path", true],
] as const) {
  test.describe(`behind a proxy that ${name}`, () => {
    let proxy: PathProxy;

    test.beforeEach(async () => {
      proxy = await PathProxy.start(removesPath);
    });
    test.afterEach(async () => {
      // The icon of a site that names none.
      expect(proxy.others.filter((path) => path !== "/favicon.ico")).toEqual([]);
      await proxy.stop();
    });

    test("a link page is answered, also without the server", async ({ page, context }) => {
      const flowPage = new FlowPage(page, proxy.server);
      await page.goto(`${proxy.url}/feedback?node_id=demo-node`);
      await waitUntilKept(page);
      for (const path of await keptPaths(page)) expect(path).toMatch(/^\/feedback\//);
      await proxy.server.kill();
      await page.reload();
      await flowPage.answerUpToSend();
      await context.setOffline(true);
      await flowPage.send().click();
      const deviceId = await flowPage.deviceId();
      await proxy.server.restart();
      await context.setOffline(false);
      await expect.poll(() => proxy.server.feedbacksOf(deviceId)).toMatchObject([{ status: "complete" }]);
    });

    test("a link page leads to its chat, which is live", async ({ page }) => {
      importHelpDesk(proxy.server);
      await page.goto(`${proxy.url}/feedback?node_id=help`);
      await page.getByRole("textbox", { name: "How can we help?" }).fill("My umbrella is gone");
      const socket = page.waitForEvent("websocket");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.waitForURL(`${proxy.url}/chat?*`);
      expect((await socket).url()).toContain("/feedback/socket.io/");
      const chat = new ChatView(page);
      await chat.send("It is a red one");
      await expect(chat.message("It is a red one")).toContainText("Sent");
    });

    test("a kiosk's application begins below the path", async ({ page }) => {
      const kiosk = { id: "demo-kiosk", name: "Desk", flow_id: "demo-flow", kiosk: true, kiosk_pin: "2580" };
      importRecords(proxy.server, { nodes: [kiosk] });
      await page.goto(`${proxy.url}/feedback?node_id=demo-kiosk&kiosk=1`);
      const address = await page.locator("link[rel=manifest]").evaluate((link: HTMLLinkElement) => link.href);
      const manifest = await (await page.request.get(address)).json();
      expect(manifest).toMatchObject({
        id: "/feedback/feedback?node_id=demo-kiosk",
        start_url: "/feedback/feedback?node_id=demo-kiosk&kiosk=1",
        scope: "/feedback/",
      });
    });

    test("the description of the HTTP interface appears", async ({ page }) => {
      await page.goto(`${proxy.url}/docs/api`);
      await expect(page.getByRole("heading", { name: "Operations", exact: true })).toBeVisible();
    });
  });
}
