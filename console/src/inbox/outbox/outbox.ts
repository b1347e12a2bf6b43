import { Problem } from "../../http/problem";
import type { TimelineItem } from "../../wire";
import type { MessageStore } from "./database";
import type { OutgoingMessage } from "./message";

/** The pause after the first failure; it doubles with each further one (docs/constants.md#delays). */
const FIRST_PAUSE_MS = 1_000;

/** The longest pause (docs/constants.md#delays). */
const LONGEST_PAUSE_MS = 60_000;

interface Options {
  store: MessageStore;
  /** Sends a message once. */
  send: (message: OutgoingMessage) => Promise<TimelineItem>;
  /** The server has stored a message. */
  onSent: (message: OutgoingMessage, item: TimelineItem) => void;
  /** Runs a task while no other tab of this browser sends. */
  exclusively: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Tells the other tabs that the stored messages have changed. */
  announce: () => void;
  random?: () => number;
}

/** Sends what one person writes, chat by chat in the order of writing, each message once. */
export class Outbox {
  private messages: readonly OutgoingMessage[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly working = new Set<string>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private readonly user: string;
  private readonly options: Options;

  /** @param user whose messages are sent, by their id. */
  constructor(user: string, options: Options) {
    this.user = user;
    this.options = options;
  }

  /** What is not sent yet, the earliest first. The same array until something changes. */
  readonly current = (): readonly OutgoingMessage[] => this.messages;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes over what is stored, such as after a reload or when another tab has written, and sends it. */
  async load(): Promise<void> {
    const before = new Set(this.messages.map(({ key }) => key));
    const stored = await this.options.store.all();
    // What cannot be read is no reason to forget what is here.
    if (!stored) return this.tryNow();
    const own = stored.filter(({ user }) => user === this.user);
    // What was written meanwhile may not be in it.
    const added = this.messages.filter(({ key }) => !before.has(key) || this.unstored.has(key));
    const isAdded = new Set(added.map(({ key }) => key));
    this.set([...own.filter(({ key }) => !isAdded.has(key)), ...added]);
    this.tryNow();
  }

  /** Messages that are on their way into the store. */
  private readonly unstored = new Set<string>();

  /** Shows a message at once, stores it, and sends it. */
  async add(message: OutgoingMessage): Promise<void> {
    this.unstored.add(message.key);
    this.set([...this.messages, message]);
    await this.options.store.put(message);
    this.unstored.delete(message.key);
    this.options.announce();
    this.tryNow();
  }

  /** Tries a refused message once more. */
  async retry(key: string): Promise<void> {
    const message = this.messages.find((message) => message.key === key);
    if (message) await this.replace({ ...message, refusal: null });
    this.tryNow();
  }

  /** Removes a refused message, or one that the server turns out to have. */
  async remove(key: string): Promise<void> {
    await this.drop(key);
    this.tryNow();
  }

  /** Sends without waiting for the end of a pause, such as when the connection is back. */
  tryNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const chat of new Set(this.messages.map(({ chat }) => chat))) void this.sendOf(chat);
  }

  /** Ends all tries. */
  stop(): void {
    clearTimeout(this.timer);
    this.isStopped = true;
  }

  private isStopped = false;

  /** Sends the messages of a chat one by one. Those behind a refused one wait for it. */
  private async sendOf(chat: string): Promise<void> {
    if (this.working.has(chat)) return;
    this.working.add(chat);
    try {
      for (;;) {
        const message = this.messages.find((message) => message.chat === chat);
        if (!message || message.refusal || this.unstored.has(message.key) || this.isStopped) return;
        if (!(await this.sendOnce(message))) return;
      }
    } finally {
      this.working.delete(chat);
    }
  }

  /** Returns whether the next message may follow. */
  private async sendOnce(message: OutgoingMessage): Promise<boolean> {
    try {
      const item = await this.options.exclusively(async () => {
        // Another tab may have sent or removed it meanwhile.
        if (!(await this.options.store.has(message.key))) return null;
        // After that the browser's session may be of somebody else.
        if (this.isStopped) throw new StoppedError();
        return await this.options.send(message);
      });
      if (item) this.options.onSent(message, item);
      this.failures = 0;
      await this.drop(message.key);
      return true;
    } catch (error) {
      if (this.isStopped) return false;
      if (isForGood(error)) {
        await this.replace({ ...message, refusal: { code: error.code, title: error.message } });
        return false;
      }
      this.pause(error instanceof Problem ? error.retryAfterSeconds : null);
      return false;
    }
  }

  private pause(retryAfterSeconds: number | null): void {
    this.failures += 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), LONGEST_PAUSE_MS);
    const spread = pause / 2 + ((this.options.random ?? Math.random)() * pause) / 2;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tryNow(), Math.max(spread, (retryAfterSeconds ?? 0) * 1_000));
  }

  private async drop(key: string): Promise<void> {
    this.set(this.messages.filter((message) => message.key !== key));
    await this.options.store.remove(key);
    this.options.announce();
  }

  private async replace(message: OutgoingMessage): Promise<void> {
    if (!this.messages.some(({ key }) => key === message.key)) return;
    this.set(this.messages.map((known) => (known.key === message.key ? message : known)));
    await this.options.store.put(message);
    this.options.announce();
  }

  private set(messages: readonly OutgoingMessage[]): void {
    this.messages = [...messages].sort((one, other) => one.writtenAt - other.writtenAt);
    for (const listener of [...this.listeners]) listener();
  }
}

class StoppedError extends Error {}

/** Returns whether another try would be refused too. A session that has ended begins again. */
function isForGood(error: unknown): error is Problem {
  if (!(error instanceof Problem)) return false;
  const { status, code } = error;
  // An answer without a code is none of this server. A second factor is set up, and then it goes on.
  if (code === "unknown" || code === "second_factor_needed") return false;
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
