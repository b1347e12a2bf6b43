import type { Locator, Page, Request, Route } from "@playwright/test";
import { expectAccessible, giveFiles, type PulsenServer, type TestFile } from "pulsen-loader/e2e";
import { storedDeviceId } from "./deviceId";

const UPLOADS = /\/v2\/storage\/direct_uploads\?/;

/** The link page of the flow "claim", whose questions ask for files. */
export class UploadPage {
  readonly page: Page;
  private readonly pulsen: PulsenServer;

  constructor(page: Page, pulsen: PulsenServer) {
    this.page = page;
    this.pulsen = pulsen;
  }

  /** A visitor who has been there may be back on any page. */
  async open(path = "/feedback?node_id=claims") {
    await this.page.goto(this.pulsen.url + path);
    await this.page.locator("[data-question]").first().waitFor();
  }

  question(id: string): Locator {
    return this.page.locator(`[data-question="${id}"]`);
  }

  /** Chooses files as with the browser's own dialog. */
  async choose(questionId: string, ...files: TestFile[]) {
    await this.question(questionId).locator(".picker__area input").setInputFiles(files);
  }

  row(name: string): Locator {
    return this.page.getByRole("listitem").filter({ hasText: name });
  }

  uploaded(name: string): Locator {
    return this.row(name).getByText("Uploaded");
  }

  kept(name: string): Locator {
    return this.row(name).getByText("Saved on this device. It will be sent with your answers.");
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  remove(name: string): Locator {
    return this.button(`Remove: ${name}`);
  }

  next(): Locator {
    return this.button("Next");
  }

  send(): Locator {
    return this.button("Send");
  }

  thanks(): Locator {
    return this.page.getByText("Thank you, we have it.");
  }

  /** Holds uploads back until they are released. */
  async holdUploads(): Promise<{ release(): Promise<void> }> {
    const held: Route[] = [];
    let isHolding = true;
    await this.page.route(UPLOADS, (route) => (isHolding ? void held.push(route) : route.continue()));
    return {
      async release() {
        isHolding = false;
        await Promise.all(held.map((route) => route.continue()));
      },
    };
  }

  /** Fails uploads as a broken connection does. Returns the function that ends this. */
  async failUploads(): Promise<() => Promise<void>> {
    await this.page.route(UPLOADS, (route) => route.abort());
    return () => this.page.unroute(UPLOADS);
  }

  /** Returns the uploads that the page sends from now on. */
  watchUploads(): Request[] {
    const requests: Request[] = [];
    this.page.on("request", (request) => {
      if (UPLOADS.test(request.url())) requests.push(request);
    });
    return requests;
  }

  /** Drops or pastes files, of which each is an event of the browser. */
  async give(action: "drop" | "paste", selector: string, ...files: TestFile[]) {
    await giveFiles(this.page.locator(selector), action, ...files);
  }

  deviceId(): Promise<string> {
    return storedDeviceId(this.page);
  }

  expectAccessible(): Promise<void> {
    return expectAccessible(this.page);
  }
}
