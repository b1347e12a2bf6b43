import type { SendingChange } from "../changes";
import type { KeptFile } from "../keptFile";
import { RESTING, update } from "../machine";
import type { OutboxEffect, OutboxEvent } from "../machineMessages";
import type { OutboxRecord } from "../record";
import { fileDifference } from "../store/fileDifference";
import type { RecordKind } from "../store/outboxStore";
import type { Submission, SubmissionOutcome } from "../submission";

/** What becomes of a request. */
export type Fate = "arrives" | "request_lost" | "reply_lost" | "busy" | "broken" | "portal";

/** What a model of a server does with requests. */
export interface AnsweringServer {
  handle(attempt: Submission): SubmissionOutcome;
  upload?(content: string): SubmissionOutcome;
}

/** A browser with several tabs that share what is stored. Nothing happens by itself: the test decides what is next. */
export class ModelBrowser<Change> {
  readonly stored = new Map<string, OutboxRecord>();
  /** The names of the files that are stored, by record and id: a name stands for the content. */
  readonly files = new Map<string, string>();
  now = 1_000_000;
  private readonly tabs: Tab[];
  private holder: Tab | undefined;
  private keys = 0;

  private readonly server: AnsweringServer;
  private readonly kind: RecordKind<Change | SendingChange>;

  constructor(tabs: number, server: AnsweringServer, kind: RecordKind<Change | SendingChange>) {
    this.server = server;
    this.kind = kind;
    this.tabs = Array.from({ length: tabs }, () => createTab());
  }

  newKey(): string {
    this.keys += 1;
    return `k${this.keys}`;
  }

  records(): OutboxRecord[] {
    return [...this.stored.values()].sort((a, b) => a.order - b.order);
  }

  change(
    id: string,
    change: Change | SendingChange,
    given: readonly KeptFile[] = [],
  ): OutboxRecord | undefined {
    const nextOrder = 1 + Math.max(0, ...this.records().map(({ order }) => order));
    const before = this.stored.get(id);
    const after = this.kind.apply(before, id, change, nextOrder);
    const { added, removed } = fileDifference(before, after, given);
    for (const { id: fileId, file } of added) this.files.set(`${id}/${fileId}`, file.name);
    for (const fileId of removed) this.files.delete(`${id}/${fileId}`);
    if (after) this.stored.set(id, after);
    else this.stored.delete(id);
    return after;
  }

  wake(at: number, isEager: boolean) {
    this.send(this.tab(at), { type: "wake", isEager });
  }

  /** Ends a tab without warning, wherever it is, and opens it anew. */
  crash(at: number) {
    const tab = this.tab(at);
    if (this.holder === tab) this.holder = undefined;
    this.tabs[this.tabs.indexOf(tab)] = createTab();
    this.wake(at, true);
  }

  /** Performs the oldest effect that a tab waits for. Returns whether there was one that could be performed. */
  advance(at: number, fate: Fate): boolean {
    const tab = this.tab(at);
    const [effect] = tab.effects;
    if (!effect || (effect.type === "lock" && this.holder && this.holder !== tab)) return false;
    tab.effects.shift();
    this.perform(tab, effect, fate);
    return true;
  }

  private perform(tab: Tab, effect: OutboxEffect, fate: Fate) {
    const { now } = this;
    switch (effect.type) {
      case "lock":
        this.holder = tab;
        return this.send(tab, { type: "locked", records: this.records(), now });
      case "unlock":
        if (this.holder === tab) this.holder = undefined;
        return;
      case "begin": {
        const { id, key } = effect;
        const record = this.change(id, { type: "begin", key });
        return this.send(tab, { type: "begun", id, key, record, now });
      }
      case "send": {
        const { id, attempt } = effect;
        const outcome = this.exchange(fate, () => this.server.handle(attempt));
        return this.send(tab, { type: "replied", id, key: attempt.key, outcome });
      }
      case "upload": {
        const { id, key, fileId } = effect;
        const content = this.files.get(`${id}/${fileId}`);
        if (content === undefined) throw new Error(`The file ${fileId} of ${id} is lost.`);
        const outcome = this.exchange(fate, () => this.server.upload?.(content) ?? { status: 404 });
        return this.send(tab, { type: "file_replied", id, key, fileId, outcome });
      }
      case "settle_file": {
        const { id, key, fileId, outcome } = effect;
        const change = { key, fileId, outcome, now, random: 0.5 };
        const record = this.change(id, { type: "settle_file", ...change });
        return this.send(tab, { type: "settled", id, key, status: outcome.status, record, now });
      }
      case "settle": {
        const { id, key, outcome } = effect;
        const change = { outcome, newKey: this.newKey(), now, random: 0.5 };
        const record = this.change(id, { type: "settle", key, ...change });
        return this.send(tab, { type: "settled", id, key, status: outcome.status, record, now });
      }
      case "schedule":
        tab.wakesAt = now + effect.afterMs;
    }
  }

  private exchange(fate: Fate, handle: () => SubmissionOutcome): SubmissionOutcome {
    switch (fate) {
      case "arrives":
        return handle();
      case "reply_lost":
        handle();
        return { status: 0 };
      case "request_lost":
        return { status: 0 };
      case "busy":
        return { status: 429, retryAfterMs: 5_000, body: { code: "too_many_requests" } };
      case "broken":
        return { status: 500 };
      case "portal":
        return { status: 200, body: "<html>Welcome to the hotel</html>" };
    }
  }

  private send(tab: Tab, event: OutboxEvent) {
    const { state, effects } = update(tab.state, event);
    tab.state = state;
    tab.effects.push(...effects);
  }

  private tab(at: number): Tab {
    return this.tabs[at % this.tabs.length] as Tab;
  }
}

interface Tab {
  state: typeof RESTING;
  effects: OutboxEffect[];
  wakesAt: number | undefined;
}

function createTab(): Tab {
  return { state: RESTING, effects: [], wakesAt: undefined };
}
