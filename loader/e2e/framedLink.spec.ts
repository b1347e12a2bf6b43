import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ChatView } from "./support/chatView";
import { HostSite } from "./support/hostSite";
import type { PulsenServer } from "./support/pulsenServer";
import { expect, test } from "./support/test";

/** A page that frames the link page, and keeps the messages that it gets from there. */
const framing = (pulsen: PulsenServer) => ({
  body: `<iframe src="${pulsen.url}/feedback?node_id=e2e-framed" title="Feedback" width="600" height="700"
    style="display:block!important;width:600px!important;opacity:1!important;transform:none!important"></iframe>
  <script>
    window.received = [];
    addEventListener("message", ({ data, origin }) => {
      const { type } = JSON.parse(data);
      if (origin === "${pulsen.url}") received.push(type);
    });
  </script>`,
});

/** Imports a node whose link page may be framed by pages of 127.0.0.1. */
function importFramedNode(pulsen: PulsenServer) {
  const records = mkdtempSync(join(tmpdir(), "pulsen-node-"));
  const node = { id: "e2e-framed", name: "A shop", flow_id: "e2e-flow", enabled_domains: ["127.0.0.1"] };
  mkdirSync(join(records, "nodes"));
  writeFileSync(join(records, "nodes", "framed.json"), JSON.stringify(node));
  pulsen.import(records);
  rmSync(records, { recursive: true });
}

const received = (page: Page) => page.evaluate(() => (window as unknown as { received: string[] }).received);

test("a page of the node's domains may frame its link page, up to the chat", async ({
  page,
  pulsen,
  host,
}) => {
  importFramedNode(pulsen);
  await page.goto(host.add(framing(pulsen)));
  const link = page.frameLocator("iframe");
  await link.getByText("Not so good").click();
  await link.getByRole("button", { name: "Next", exact: true }).click();
  await link.getByRole("textbox", { name: "What can we do better?" }).fill("Warmer lamps");
  await link.getByRole("button", { name: "Send", exact: true }).click();
  const chat = new ChatView(link);
  await chat.send("Hello from the frame");
  await chat.expectMessages("Hello from the frame");
  await expect.poll(() => received(page)).toEqual(["PSN_END_OF_FLOW", "PSN_FEEDBACK_SUBMITTED"]);
});

test("no other site may", async ({ page, pulsen, consoleErrors }) => {
  importFramedNode(pulsen);
  const other = await HostSite.start("127.0.0.2");
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(other.add(framing(pulsen)));
  await refused;
  await expect(page.frameLocator("iframe").getByText("Not so good")).toHaveCount(0);
  consoleErrors.length = 0;
  await other.stop();
});
