import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PulsenServer, StaffApi } from "pulsen-loader/e2e";
import { type MailServer, startMailServer } from "../support/mailServer";
import { test as base, expect } from "../support/test";
import { startTextMessageGateway, type TextMessageGateway } from "../support/textMessageGateway";
import { GalleryPage } from "./galleryPage";
import { galleryRecords } from "./galleryRecords";
import { pictureAt, startPartner } from "./partner";

export { expect };

interface Workers {
  /** The server's public address; empty where it has none: a browser would look for a widget there. */
  publicUrl: string;
  gateway: TextMessageGateway;
  mails: MailServer;
  pulsen: PulsenServer;
  staff: StaffApi;
}

/** Each worker has a server with the gallery, and what the server calls. */
export const test = base.extend<{ gallery: GalleryPage }, Workers>({
  // A key or a finger that reaches nothing is a defect, and ends the test sooner than its whole time.
  actionTimeout: 30_000,
  publicUrl: ["https://feedback.example", { scope: "worker", option: true }],
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the needed fixtures from here.
    async ({}, use) => {
      const gateway = await startTextMessageGateway();
      await use(gateway);
      gateway.stop();
    },
    { scope: "worker" },
  ],
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const mails = await startMailServer();
      await use(mails);
      mails.stop();
    },
    { scope: "worker" },
  ],
  pulsen: [
    async ({ gateway, mails, publicUrl }, use) => {
      const partner = await startPartner();
      const folder = mkdtempSync(join(tmpdir(), "pulsen-gallery-"));
      for (const [path, record] of Object.entries(galleryRecords(partner.url))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), JSON.stringify(record));
      }
      const pulsen = await PulsenServer.start({
        records: folder,
        allowsPrivateConnectors: true,
        smsUrl: gateway.url,
        ...(publicUrl && { smtpUrl: mails.url, publicUrl }),
      });
      rmSync(folder, { recursive: true });
      await use(pulsen);
      await pulsen.stop();
      partner.stop();
    },
    { scope: "worker" },
  ],
  staff: [
    async ({ pulsen }, use) => {
      await use(new StaffApi(pulsen, pulsen.staffToken("Ayşe")));
    },
    { scope: "worker" },
  ],
  gallery: async ({ page, pulsen, gateway }, use) => {
    await page.route("https://pictures.example/*.svg", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: pictureAt(route.request().url()) }),
    );
    await use(new GalleryPage(page, pulsen.url, gateway));
  },
});
