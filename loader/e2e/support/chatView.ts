import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** A chat as a visitor sees it, in the widget or on its own page. */
export class ChatView {
  readonly log: Locator;
  readonly box: Locator;
  readonly endButton: Locator;
  private readonly root: Page | FrameLocator;

  constructor(root: Page | FrameLocator) {
    this.root = root;
    this.log = root.getByRole("log");
    this.box = root.getByRole("textbox", { name: "Message", exact: true });
    this.endButton = root.getByRole("button", { name: "End chat", exact: true });
  }

  /** Expects the answers of the feedback that the chat started with. */
  async expectAnswers(...answers: [question: string, answer: string][]) {
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

  /** Returns the message with this text, including its delivery status. */
  message(body: string): Locator {
    return this.log.locator(".bubble").filter({ hasText: body });
  }

  async send(body: string) {
    await this.box.fill(body);
    await this.root.getByRole("button", { name: "Send", exact: true }).click();
  }
}
