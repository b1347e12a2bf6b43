import { expect, type Frame, type Locator, type Page } from "@playwright/test";
import type { Access } from "./chatApi";
import { ChatView } from "./chatView";

export const LAUNCHER_FRAME = "#psn-widget-button-frame";
export const CONTENT_FRAME = "#psn-widget-content-frame";

/** What is answered in a walk, as the chat shows it. */
export const ANSWERS: [question: string, answer: string][] = [
  ["How was your visit?", "Not so good"],
  ["What can we do better?", "Warmer lamps"],
];

/** The widget on a host's page, as a visitor sees it. */
export class HostedWidget {
  readonly page: Page;
  readonly launcher: Locator;
  readonly contentFrame: Locator;
  readonly chat: ChatView;
  private readonly content;

  constructor(page: Page) {
    this.page = page;
    this.launcher = page.frameLocator(LAUNCHER_FRAME).getByRole("button");
    this.contentFrame = page.locator(CONTENT_FRAME);
    this.content = page.frameLocator(CONTENT_FRAME);
    this.chat = new ChatView(this.content);
  }

  async open() {
    await this.launcher.click();
    await expect(this.contentFrame).toBeVisible();
  }

  question(id: string): Locator {
    return this.content.locator(`[data-question="${id}"]`);
  }

  button(name: string): Locator {
    return this.content.getByRole("button", { name, exact: true });
  }

  option(name: string): Locator {
    return this.content.getByRole("radio", { name, exact: true });
  }

  text(text: string): Locator {
    return this.content.getByText(text, { exact: true });
  }

  textBox(name: string): Locator {
    return this.content.getByRole("textbox", { name });
  }

  /** The text box of the second page. */
  why(): Locator {
    return this.textBox("What can we do better?");
  }

  /** Answers both pages by pointer; says what the server gave for it. */
  async giveFeedback(): Promise<Access> {
    await this.text("Not so good").click();
    await this.button("Next").click();
    await this.why().fill("Warmer lamps");
    const access = this.nextFeedback();
    await this.button("Send").click();
    return access;
  }

  /** What the server will give for the next feedback. */
  async nextFeedback(): Promise<Access> {
    const answer = await this.page.waitForResponse(
      (response) =>
        response.request().method() === "POST" && new URL(response.url()).pathname === "/v1/feedbacks",
    );
    const { id, chat_token_string: token } = await answer.json();
    return { feedbackId: id, token };
  }

  /** The content frame itself, to look inside as nobody on the host can. */
  async frame(): Promise<Frame> {
    const frame = await (await this.contentFrame.elementHandle())?.contentFrame();
    if (!frame) throw new Error("The content frame is not on the page.");
    return frame;
  }

  /** Whether the keyboard is in the content frame, and not just on its empty ground. */
  async hasKeyboard(): Promise<boolean> {
    const frame = await this.frame();
    return frame.evaluate(() => document.hasFocus() && document.activeElement !== document.body);
  }

  /**
   * Tabs on until `target` has the focus, as somebody would who cannot see where it is in the source. From frame to
   * frame the focus goes by way of other processes: somebody who is quick may go past it meanwhile, and comes round
   * again.
   */
  async tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 100; presses += 1) {
      if (await hasFocus(target)) return;
      const before = await focusPlace(this.page);
      await this.page.keyboard.press(key);
      await expect.poll(() => focusPlace(this.page)).not.toBe(before);
    }
    await expect(target).toBeFocused();
  }
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement && document.hasFocus());
}

/** Where on the page, in whichever frame, the keyboard is. */
async function focusPlace(page: Page): Promise<string> {
  const places = page.frames().map(async (frame, at) => {
    const place = await frame
      .evaluate(() => {
        const { activeElement } = document;
        const isHere = document.hasFocus() && activeElement && activeElement.localName !== "iframe";
        return isHere ? [...document.querySelectorAll("*")].indexOf(activeElement) : undefined;
      })
      // A frame whose page is on its way has nothing that could be focused.
      .catch(() => undefined);
    return place === undefined ? [] : [`${at}: ${place}`];
  });
  return (await Promise.all(places)).flat().join();
}
