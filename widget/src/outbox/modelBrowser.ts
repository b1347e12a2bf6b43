import { type OutboxEffect, type OutboxEvent, RESTING, type Settling, update } from "./machine";
import type { SendingChange } from "./records/changes";
import type { OutboxRecord } from "./records/record";
import type { Submission, SubmissionOutcome } from "./records/submission";
import { type IdentifiedChange, type Plan, planChanges, type RecordKind } from "./store/outboxStore";

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
  /** What timers go by: no clock that is set changes it. */
  private uptime = 0;
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

  change(changes: readonly IdentifiedChange<Change | SendingChange>[]): Plan["results"] {
    const lastOrder = Math.max(0, ...this.records().map(({ order }) => order));
    const { results, added, removed } = planChanges(
      this.kind,
      changes,
      (id) => this.stored.get(id),
      lastOrder,
    );
    for (const [id, { id: fileId, file }] of added) this.files.set(`${id}/${fileId}`, file.name);
    for (const [id, fileId] of removed) this.files.delete(`${id}/${fileId}`);
    for (const [id, after] of results) {
      if (after) this.stored.set(id, after);
      else this.stored.delete(id);
    }
    return results;
  }

  wake(at: number, isEager: boolean) {
    this.send(this.tab(at), { type: "wake", isEager });
  }

  /** Lets time pass. Timers that are due go off. */
  pass(ms: number) {
    this.now += ms;
    this.uptime += ms;
    for (const tab of this.tabs) {
      if (tab.wakesAt === undefined || tab.wakesAt > this.uptime) continue;
      tab.wakesAt = undefined;
      this.send(tab, { type: "wake", isEager: false });
    }
  }

  /** Whoever waits for the lock gets it, as when the tab that has it is frozen. That one does not notice. */
  stealLock() {
    this.holder = undefined;
  }

  /** Ends a tab without warning, wherever it is, and opens it again. */
  crash(at: number) {
    const tab = this.tab(at);
    if (this.holder === tab) this.holder = undefined;
    this.tabs[this.tabs.indexOf(tab)] = createTab();
    this.wake(at, true);
  }

  /**
   * Lets one of the things happen that a tab waits for. Returns whether there was one that could.
   *
   * @param which of those under way at the same time.
   */
  advance(at: number, fate: Fate, which = 0): boolean {
    const tab = this.tab(at);
    const [first] = tab.tasks;
    if (!first || (first.type === "lock" && this.holder && this.holder !== tab)) return false;
    const isAlone = !UNORDERED.includes(first.type);
    const [task] = tab.tasks.splice(isAlone ? 0 : which % tab.tasks.length, 1);
    if (task) this.perform(tab, task, fate);
    return true;
  }

  private perform(tab: Tab, task: Task, fate: Fate) {
    const { now } = this;
    switch (task.type) {
      case "lock":
        this.holder = tab;
        return this.send(tab, { type: "locked", records: this.records(), now });
      case "unlock":
        if (this.holder === tab) this.holder = undefined;
        return;
      case "send": {
        const { id, attempt } = task;
        const outcome = this.exchange(fate, () => this.server.handle(attempt));
        return this.receive(tab, { type: "replied", id, key: attempt.key, outcome, now });
      }
      case "upload": {
        const { id, key, fileId } = task;
        const content = this.files.get(`${id}/${fileId}`);
        const isWanted = this.stored.get(id)?.attempt?.key === key;
        if (content === undefined && isWanted) throw new Error(`The file ${fileId} of ${id} is lost.`);
        // The visitor has taken it away meanwhile.
        const outcome =
          content === undefined
            ? { status: 0, isUnsendable: true }
            : this.exchange(fate, () => this.server.upload?.(content) ?? { status: 404 });
        return this.receive(tab, { type: "replied", id, key, fileId, outcome, now });
      }
      case "write": {
        const { settle, begin } = task;
        const changes: IdentifiedChange<SendingChange>[] = [];
        if (settle) changes.push({ id: settle.id, change: this.changeOf(settle) });
        if (begin) changes.push({ id: begin.id, change: { type: "begin", key: begin.key } });
        const stored = this.change(changes);
        const settled = settle && { ...settle, record: stored.get(settle.id), status: settle.outcome.status };
        const begun = begin && { ...begin, record: stored.get(begin.id) };
        return this.receive(tab, { type: "written", settled, begun, now });
      }
      case "deliver":
        return this.send(tab, task.event);
      case "schedule":
        tab.wakesAt = this.uptime + task.afterMs;
    }
  }

  /** What has happened outside of a tab comes to it later: it may end before. */
  private receive(tab: Tab, event: OutboxEvent) {
    tab.tasks.push({ type: "deliver", event });
  }

  private changeOf({ key, fileId, outcome }: Settling): SendingChange {
    const settled = { key, outcome, now: this.now, random: 0.5 };
    if (fileId !== undefined) return { ...settled, type: "settle_file", fileId };
    return { ...settled, type: "settle", newKey: this.newKey() };
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
    if (effects.some(({ type }) => type === "lock")) tab.wakesAt = undefined;
    tab.tasks.push(...effects);
  }

  private tab(at: number): Tab {
    return this.tabs[at % this.tabs.length] as Tab;
  }
}

/** An effect that a tab waits for, or an event that is on its way to it. */
type Task = OutboxEffect | { type: "deliver"; event: OutboxEvent };

/** Those that go on at the same time, and end in any order. */
const UNORDERED: Task["type"][] = ["send", "upload", "write", "deliver"];

interface Tab {
  state: typeof RESTING;
  /** In the order in which they have come. */
  tasks: Task[];
  wakesAt: number | undefined;
}

function createTab(): Tab {
  return { state: RESTING, tasks: [], wakesAt: undefined };
}
