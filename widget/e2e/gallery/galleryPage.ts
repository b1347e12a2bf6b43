import type { Frame, Locator, Page, Route } from "@playwright/test";
import {
  HostedWidget,
  HostSite,
  holdRequests,
  pdf,
  png,
  scriptTag,
  stillBox,
  type TestFile,
  waitForAnimations,
} from "pulsen-loader/e2e";
import { expect } from "../support/test";
import type { TextMessageGateway } from "../support/textMessageGateway";
import { tap, touchDrag } from "./finger";
import { type GalleryLanguage, widgetCode } from "./galleryRecords";
import type { Item, Keys, Sample, SamplePage, Situation, Touch } from "./sample";
import { PAGES } from "./samples";

/** The most controls that a question has before those of its answer. */
const MAX_STOPS = 40;

/** A page of samples as a visitor sees it. */
export class GalleryPage {
  readonly page: Page;
  /** What the samples are in: the page, or the content of a widget on it. */
  content: Page | Frame;
  /** Whether texts are written by an input method. */
  hasInputMethod = false;
  private readonly server: string;
  private readonly gateway: TextMessageGateway;
  /** A telephone number of this page's own, because a number gets few codes. */
  private readonly number = `+90532${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(7, "0")
    .slice(-7)}`;

  constructor(page: Page, server: string, gateway: TextMessageGateway) {
    this.page = page;
    this.content = page;
    this.server = server;
    this.gateway = gateway;
    // As long as somebody listens, the browser opens no dialog: a key could be quicker than a later listener.
    page.on("filechooser", () => {});
  }

  async open({ id }: SamplePage, language = "en") {
    await this.page.goto(`${this.server}/feedback?node_id=${id}&lang=${language}`);
    await this.send().waitFor();
    await expect(this.page.locator("html")).toHaveAttribute("lang", language);
    await expect(this.page.locator("html")).not.toHaveClass(/is-waiting/);
  }

  /** Opens a page that shows one question at a time. */
  async openPaced({ id }: SamplePage) {
    await this.page.goto(`${this.server}/feedback?node_id=${id}`);
    await this.page.locator("#app:not([data-prerendered]) form").waitFor();
  }

  /** Opens a page with the HTML of its first view. Its scripts come when the returned function is called. */
  async openEarly({ id }: SamplePage): Promise<() => Promise<void>> {
    const release = await holdRequests(this.page, /\/assets\/.*\.js/);
    await this.page.goto(`${this.server}/feedback?node_id=${id}`, { waitUntil: "commit" });
    await this.page.locator("#app[data-prerendered] form").waitFor();
    return async () => {
      await release();
      await this.page.locator("#app:not([data-prerendered]) form").waitFor();
    };
  }

  /** Opens the page of a flow in the widget of a host page. */
  async openInFrame({ id }: SamplePage, language: GalleryLanguage) {
    const host = await HostSite.start();
    this.page.once("close", () => host.stop());
    await this.page.goto(host.add({ head: scriptTag(this.server, widgetCode(id, language)) }));
    const widget = new HostedWidget(this.page);
    await widget.open();
    await expect(widget.flowPage()).toBeVisible();
    this.content = await widget.frame();
    await expect(this.content.locator("html")).toHaveAttribute("lang", language);
  }

  part({ id }: Sample): Locator {
    return this.content.locator(`[data-element="${id}"]`);
  }

  send(): Locator {
    return this.content.locator(".element--submit button");
  }

  /** Presses Tab until the sample has the focus, and then its keys. */
  async fillByKeyboard(sample: Sample, keys: Keys = sample.keys) {
    if (keys.length === 0) return;
    const part = this.part(sample);
    await this.tabTo(sample.start ? part.locator(sample.start).first() : part);
    for (const [at, key] of keys.entries()) {
      const chosen = keys[at + 1]?.match(/^choose (.+)/)?.[1];
      if (chosen) await this.choose(chosen, key);
      else if (!key.startsWith("choose ")) await this.press(key);
    }
  }

  async tabTo(target: Locator) {
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`${MAX_STOPS} presses of Tab do not lead to ${target}.`);
  }

  async fillByTouch(sample: Sample) {
    for (const step of sample.touch) await this.touch(this.part(sample), step);
  }

  /** Brings a sample into a situation in which it waits. Returns the function that lets the calls through. */
  async bring(sample: Sample, { holds, keys }: Situation): Promise<() => Promise<void>> {
    const held: Route[] = [];
    let isHolding = holds !== undefined;
    if (holds) {
      await this.page.route(
        (url) => url.pathname.includes(holds),
        (route) => (isHolding ? void held.push(route) : route.continue()),
      );
    }
    await this.fillByKeyboard(sample, keys);
    if (holds) await expect.poll(() => held.length).toBeGreaterThan(0);
    return async () => {
      isHolding = false;
      await Promise.all(held.map((route) => route.continue()));
    };
  }

  /** Returns what is sent, without ids of files and numbers that differ each time. */
  async sentBy(submit: () => Promise<void>): Promise<Item[]> {
    const answered = this.page.waitForResponse((response) => response.url().endsWith("/v1/feedbacks"));
    await submit();
    const response = await answered;
    expect(response.status()).toBe(200);
    const items: Item[] = response.request().postDataJSON().responses;
    return items.map(({ hidePersonalData: _, ...item }) => item);
  }

  /** Returns the answer that is expected of a sample, as it is sent. */
  answerOf({ id, answer }: Sample): Item[] {
    return answer.map((item) => ({
      question_id: id,
      ...item,
      ...(item.body === "{number}" && { body: this.number }),
    }));
  }

  /** Leaves out of what was sent what differs each time: ids of files, look-ups and proofs. */
  withoutIds(items: Item[]): Item[] {
    return items.map(({ binding_id: _, verification_token: __, ...item }) =>
      item.active_storage_blob_id ? { ...item, active_storage_blob_id: "{file}" } : item,
    );
  }

  /** Replaces this page's telephone number in a text. */
  withoutNumber(text: string): string {
    const digits = [...this.number.slice(3)].join("[\\s)(]*");
    return text.replaceAll(new RegExp(`(\\+90\\s*|\\b0\\s*)?[(]?${digits}`, "g"), "{number}");
  }

  /** Waits until nothing moves any more, and look-ups, uploads and codes have ended. */
  async settle() {
    await expect(
      this.content.locator('[aria-busy="true"], [data-step="loading"], .file progress'),
    ).toHaveCount(0);
    await waitForAnimations(this.page);
    await this.content.evaluate(() => document.fonts.ready);
  }

  /** Opens the browser's dialog for files with a key. */
  private async choose(name: string, key: string) {
    // The file that is uploaded last is the one that the page speaks of.
    await this.settle();
    const dialog = this.page.waitForEvent("filechooser");
    await this.page.keyboard.press(key);
    await (await dialog).setFiles(fileOf(name));
    await this.fileListed(name);
  }

  private fileListed(name: string): Promise<void> {
    return this.content.locator(".file", { hasText: name }).waitFor();
  }

  private async press(key: string) {
    if (!key.startsWith("type ")) await this.page.keyboard.press(key);
    else if (this.hasInputMethod) await this.compose(key.slice(5));
    else await this.page.keyboard.type(await this.resolve(key.slice(5)));
  }

  /** Writes a text by way of one that is still composed, as in Chinese, Japanese and Korean. */
  private async compose(text: string) {
    const browser = await this.page.context().newCDPSession(this.page);
    const half = text.slice(0, Math.ceil(text.length / 2));
    for (const part of [half, text])
      await browser.send("Input.imeSetComposition", {
        text: part,
        selectionStart: part.length,
        selectionEnd: part.length,
      });
    await browser.send("Input.insertText", { text });
    await browser.detach();
  }

  private async touch(part: Locator, step: Touch) {
    if ("tap" in step) {
      const area = step.group ? part.getByRole("group", { name: step.group, exact: true }) : part;
      const target = step.role
        ? area.getByRole(step.role, { name: step.tap, exact: true })
        : area.getByText(step.tap, { exact: true });
      await tap(target);
    } else if ("tapOutside" in step)
      await this.content.locator(".top, .frame__header").tap({ position: { x: 150, y: 4 } });
    else if ("type" in step) await this.page.keyboard.type(await this.resolve(step.type));
    else if ("select" in step) await part.locator("select").selectOption({ label: step.select });
    else if ("choose" in step) {
      await part.locator(".picker__area input").setInputFiles(fileOf(step.choose));
      await this.fileListed(step.choose);
    } else if ("slide" in step) await this.slide(part.getByRole("slider"), step.slide);
    else await this.drag(part, step.drag, step.to);
  }

  private async slide(slider: Locator, share: number) {
    await slider.scrollIntoViewIfNeeded();
    const box = await stillBox(slider);
    const thumb = 28;
    const at = (share: number) => ({
      x: box.x + thumb / 2 + (box.width - thumb) * share,
      y: box.y + box.height / 2,
    });
    await touchDrag(this.page, at(0.5), at(share));
  }

  private async drag(part: Locator, from: string, to: string) {
    const handle = async (name: string) => {
      const item = part.locator(".ranking__item").filter({ hasText: name });
      await item.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await stillBox(item.locator(".ranking__handle"));
      return { x: x + width / 2, y: y + height / 2 };
    };
    await touchDrag(this.page, await handle(from), await handle(to));
  }

  /** Waits for the text message where the text is its code. */
  private async resolve(typed: string): Promise<string> {
    if (typed === "{number}") return this.number;
    if (typed !== "{code}" && typed !== "{wrong code}") return typed;
    await this.content.locator("input[autocomplete=one-time-code]").waitFor({ timeout: 30_000 });
    const code = this.gateway.codeFor(this.number);
    return typed === "{code}" ? code : String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  }
}

/** Returns the page of a sample. */
export function pageOf(sample: Sample): SamplePage {
  const page = PAGES.find(({ samples }) => samples.includes(sample));
  if (!page) throw new Error(`${sample.id} is on no page.`);
  return page;
}

export function fileOf(name: string): TestFile {
  return name.endsWith(".pdf") ? pdf(name) : png(name);
}
