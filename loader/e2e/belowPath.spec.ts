import { StaffApi } from "./support/chatApi";
import { scriptTag } from "./support/hostSite";
import { PathProxy } from "./support/pathProxy";
import { callPsn, STUB } from "./support/psn";
import { expect, RECORDS, test } from "./support/test";

for (const [name, removesPath] of [
  ["passes the path on", false],
  ["removes the path", true],
] as const) {
  test(`a provider behind a proxy that ${name} serves the widget`, async ({ page, widget, host }) => {
    const proxy = await PathProxy.start(removesPath);
    proxy.server.import(RECORDS);
    const staff = new StaffApi(proxy.server, proxy.server.staffToken("Ayşe"));
    const address = host.add({ head: STUB + scriptTag(proxy.url, "PSN-E2ECHAT") });
    await page.goto(address);
    await widget.open();
    const { feedbackId } = await widget.submitFeedback();
    await widget.chat.send("Are you there?");
    await expect(widget.chat.message("Are you there?")).toContainText("Sent");
    await widget.close();
    await page.goto(host.add({}));
    await staff.sendMessage(feedbackId, "We are");

    // Counted by the page for unread replies.
    await page.goto(address);
    await expect(page).toHaveTitle("(1) A shop");
    await expect(widget.contentFrame).toHaveCount(0);
    expect(await callPsn(page, "consent", false)).toEqual({});
    expect(proxy.others.filter((path) => path !== "/favicon.ico")).toEqual([]);
    await proxy.stop();
  });
}
