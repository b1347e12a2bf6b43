import type { Locator, Page } from "@playwright/test";
import { expectAccessible, type PulsenServer } from "pulsen-loader/e2e";
import { storedDeviceId } from "./deviceId";

const FORM = "/feedback?node_id=demo-node";

/** A link page as a visitor sees it. */
export class FlowPage {
  readonly page: Page;
  private readonly pulsen: PulsenServer;

  constructor(page: Page, pulsen: PulsenServer) {
    this.page = page;
    this.pulsen = pulsen;
  }

  async open(path = FORM) {
    await this.page.goto(this.pulsen.url + path);
    await this.question("q-mood").waitFor();
  }

  /** Opens the page of a visitor who has been there: it may continue anywhere. */
  async comeBack(path = FORM) {
    await this.page.goto(this.pulsen.url + path);
    await this.page.locator("[data-question]").first().waitFor();
  }

  question(id: string): Locator {
    return this.page.locator(`[data-question="${id}"]`);
  }

  next(): Locator {
    return this.page.getByRole("button", { name: "Next", exact: true });
  }

  back(): Locator {
    return this.page.getByRole("button", { name: "Back", exact: true });
  }

  send(): Locator {
    return this.page.getByRole("button", { name: "Send", exact: true });
  }

  deviceId(): Promise<string> {
    return storedDeviceId(this.page);
  }

  /** Answers the demo flow from its first page to its last, by the shortest path. */
  async answerUpToSend() {
    await this.page.getByText("Just fine", { exact: true }).click();
    await this.next().click();
    await this.page.getByRole("radio", { name: "9", exact: true }).check();
    await this.next().click();
    await this.send().waitFor();
  }

  expectAccessible(): Promise<void> {
    return expectAccessible(this.page);
  }
}

/** Answers the demo flow by its shortest path and submits it, on a page whose clock is stopped. */
export async function answerToTheEnd(page: Page, flowPage: FlowPage) {
  await page.getByText("Just fine", { exact: true }).click();
  await flowPage.next().click();
  await page.clock.runFor(300);
  await page.getByRole("radio", { name: "9", exact: true }).check();
  await flowPage.next().click();
  await page.clock.runFor(300);
  await flowPage.send().click();
  await page.clock.runFor(300);
}
