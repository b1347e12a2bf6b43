import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { TestFile } from "./files";

/** A chat as a visitor sees it, in the widget or on its own page. */
export class ChatView {
  readonly log: Locator;
  readonly box: Locator;
  readonly sendButton: Locator;
  readonly endButton: Locator;
  /** The bubble that shows that somebody of the staff is typing. */
  readonly typing: Locator;
  /** The mark below the last message that the staff have seen. */
  readonly seen: Locator;
  /** The question that follows a chat that is over. */
  readonly rating: Locator;
  readonly imageInput: Locator;
  private readonly root: Page | FrameLocator;

  constructor(root: Page | FrameLocator) {
    this.root = root;
    this.log = root.getByRole("log");
    this.box = root.getByRole("textbox", { name: "Message", exact: true });
    this.rating = root.locator(".rating");
    this.imageInput = root.getByLabel("Add an image");
    this.sendButton = root.getByRole("button", { name: "Send", exact: true });
    this.typing = this.log.locator(".typing");
    this.seen = this.log.locator(".bubble__seen");
    // The dialog has a button of the same name.
    this.endButton = root.locator("button[aria-haspopup=dialog]").filter({ hasText: "End chat" });
  }

  /** Expects the answers of the feedback that the chat started with. Unfolds their card. */
  async expectAnswers(...answers: [question: string, answer: string][]) {
    const card = this.log.locator("details");
    if (!(await card.evaluate((details: HTMLDetailsElement) => details.open))) {
      await card.locator("summary").click();
    }
    await expect(this.log.getByRole("term")).toHaveText(answers.map(([question]) => question));
    await expect(this.log.getByRole("definition")).toHaveText(answers.map(([, answer]) => answer));
  }

  /** Expects exactly these messages, in this order. */
  async expectMessages(...bodies: string[]) {
    await expect(this.messages()).toHaveText(bodies);
  }

  messages(): Locator {
    return this.log.locator(".bubble__text");
  }

  /** Loads the messages before those that are shown, up to the first one. */
  async loadEarlier() {
    const button = this.log.locator(".earlier button");
    await expect(async () => {
      await button.click({ timeout: 1_000 }).catch(() => {});
      await expect(button).toHaveCount(0, { timeout: 100 });
    }).toPass();
  }

  /** Returns the message with this text, including its delivery status. */
  message(body: string): Locator {
    return this.log.locator(".bubble").filter({ hasText: body });
  }

  /** Returns what is said below a message that was not sent yet, or not at all. */
  note(body: string): Locator {
    return this.message(body).locator("xpath=following-sibling::*[1]");
  }

  /** Returns the button of a rating. */
  rate(name: string): Locator {
    return this.rating.getByRole("button", { name, exact: true });
  }

  /** Returns the image of a message, which opens large. */
  image(name: string): Locator {
    return this.log.getByRole("button", { name: `Open image: ${name}` });
  }

  /** Returns the images of all messages. */
  images(): Locator {
    return this.log.locator(".picture");
  }

  /** Returns the image that has been opened large. */
  imageDialog(name: string): Locator {
    return this.root.getByRole("dialog", { name });
  }

  /** Returns the button that takes an image away that was chosen. */
  removeImage(name: string): Locator {
    return this.root.getByRole("button", { name: `Remove: ${name}` });
  }

  /** Returns a button of the question whether to end the chat, or to leave the queue. */
  endDialogButton(name: "End chat" | "Keep chatting" | "Leave the queue" | "Keep waiting"): Locator {
    return this.root.getByRole("dialog").getByRole("button", { name, exact: true });
  }

  /** Chooses an image as with the browser's own dialog. */
  async addImage(file: TestFile) {
    await expect(this.imageInput).toBeEnabled();
    await this.imageInput.setInputFiles(file);
  }

  async send(body: string) {
    await this.box.fill(body);
    await this.sendButton.click();
  }
}
