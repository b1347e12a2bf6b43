import { expect, type Frame, type Locator, type Page } from "@playwright/test";
import { CONTENT_FRAME_ID } from "../../src/frame/frameElement";
import { LAUNCHER_FRAME_ID } from "../../src/launcher/mount";
import type { ChatAccess } from "./chatApi";
import { ChatView } from "./chatView";
import { stillBox } from "./pointer";

export const LAUNCHER_FRAME = `#${LAUNCHER_FRAME_ID}`;
export const CONTENT_FRAME = `#${CONTENT_FRAME_ID}`;

/** The answers that `submitFeedback` gives, as the chat shows them. */
export const ANSWERS: [question: string, answer: string][] = [
  ["How was your visit?", "Not so good"],
  ["What can we do better?", "Warmer lamps"],
];

/** The widget on a host page, as a visitor sees it. */
export class HostedWidget {
  readonly page: Page;
  readonly launcher: Locator;
  readonly contentFrame: Locator;
  readonly chat: ChatView;
  /** What the content's scripts have drawn: the same as in the HTML that it comes with, but other elements. */
  private readonly content: Locator;

  constructor(page: Page) {
    this.page = page;
    this.launcher = page.frameLocator(LAUNCHER_FRAME).getByRole("button");
    this.contentFrame = page.locator(CONTENT_FRAME);
    const frame = page.frameLocator(CONTENT_FRAME);
    this.content = frame.locator("#app:not([data-prerendered])");
    this.chat = new ChatView(frame);
  }

  async open() {
    await this.launcher.click();
    await expect(this.contentFrame).toBeVisible();
  }

  async close() {
    await this.press("Close");
    await expect(this.contentFrame).toBeHidden();
  }

  question(id: string): Locator {
    return this.content.locator(`[data-question="${id}"]`);
  }

  /** The page of the flow, which gets the focus when the widget opens. */
  flowPage(): Locator {
    return this.content.locator("section[tabindex]");
  }

  button(name: string): Locator {
    return this.content.getByRole("button", { name, exact: true });
  }

  /** Presses a button once the frame stands still. */
  async press(name: string) {
    await this.standsStill(this.button(name));
    await this.button(name).click();
  }

  /** Presses a text, such as an option's, once the frame stands still. */
  async choose(text: string) {
    await this.standsStill(this.text(text));
    await this.text(text).click();
  }

  /** Checks an option once the frame stands still. */
  async check(name: string) {
    await this.standsStill(this.option(name));
    await this.option(name).check();
  }

  /**
   * Waits until the frame stands still with something in it: it becomes as high as its content, and would carry that away between
   * the press and the release.
   */
  private async standsStill(target: Locator) {
    await expect(target).toBeVisible();
    await stillBox(this.contentFrame);
  }

  /** Waits until the run is written down: what does that is loaded when the browser is idle, and a reload before loses the run. */
  async runIsStored() {
    const frame = await this.frame();
    const stored = () =>
      frame.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("FLOW/runs") ?? "{}")));
    await expect.poll(stored).toHaveLength(1);
  }

  option(name: string): Locator {
    return this.content.getByRole("radio", { name, exact: true });
  }

  /** The previous feedbacks. */
  list(): Locator {
    return this.content.getByRole("list");
  }

  heading(name: string): Locator {
    return this.content.getByRole("heading", { name, exact: true });
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

  /** Answers both pages by pointer and returns the access to the chat. */
  async submitFeedback(): Promise<ChatAccess> {
    await this.choose("Not so good");
    await this.press("Next");
    await this.why().fill("Warmer lamps");
    const access = this.waitForFeedback();
    await this.press("Send");
    return access;
  }

  /** Waits until the server has accepted a feedback, and returns the access to its chat. */
  async waitForFeedback(): Promise<ChatAccess> {
    const accepted = await this.page.waitForResponse(
      (response) =>
        response.request().method() === "POST" && new URL(response.url()).pathname.endsWith("/v1/feedbacks"),
    );
    const { id, chat_token_string: token } = await accepted.json();
    return { feedbackId: id, token };
  }

  /**
   * Returns the content frame once its scripts have drawn: before that the frame changes documents, which would end an
   * evaluation. Tests can look into it, unlike the host page.
   */
  async frame(): Promise<Frame> {
    await expect(this.content).toBeAttached();
    const frame = await (await this.contentFrame.elementHandle())?.contentFrame();
    if (!frame) throw new Error("The content frame is not on the page.");
    return frame;
  }

  /** Returns whether an element of the content frame has the focus. */
  async hasKeyboardFocus(): Promise<boolean> {
    const frame = await this.frame();
    return frame.evaluate(() => document.hasFocus() && document.activeElement !== document.body);
  }

  /**
   * Presses Tab until `target` has the focus. Between frames the focus moves asynchronously, so a press may skip the
   * target; the focus then wraps around and reaches it later.
   */
  async tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 100; presses += 1) {
      if (await hasFocus(target)) return;
      const before = await focusPosition(this.page);
      await this.page.keyboard.press(key);
      await expect.poll(() => focusPosition(this.page)).not.toBe(before);
    }
    await expect(target).toBeFocused();
  }
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    return element === activeElement && document.hasFocus();
  });
}

/** Returns the position of the focused element in whichever frame it is. */
async function focusPosition(page: Page): Promise<string> {
  const positions = page.frames().map(async (frame, index) => {
    const position = await frame
      .evaluate(() => {
        const { activeElement } = document;
        const isHere = document.hasFocus() && activeElement && activeElement.localName !== "iframe";
        if (!isHere) return undefined;
        const { shadowRoot } = activeElement;
        const inner = shadowRoot ? [...shadowRoot.querySelectorAll("*")] : [];
        const position = [...document.querySelectorAll("*")].indexOf(activeElement);
        return position + (inner.indexOf(shadowRoot?.activeElement as Element) + 1) / 1000;
      })
      // A frame that is loading has no focusable element.
      .catch(() => undefined);
    return position === undefined ? [] : [`${index}: ${position}`];
  });
  return (await Promise.all(positions)).flat().join();
}
