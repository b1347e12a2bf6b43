import fc from "fast-check";
import { expect, it } from "vitest";
import type { ChatEffect, ChatEvent } from "./chatEvents";
import { chatDetail, TestChat, unchanged } from "./testChat";
import type { Actor, ReplyCreated, TimelineItem, TimelinePart } from "./wire";

/** How many items an answer holds; the real server has more. */
const PAGE = 4;

type Happening =
  /** Somebody writes. The visitor's own message is sent by this page or by another tab. */
  | { what: "writes"; who: "staff" | "page" | "other_tab" }
  | { what: "closes" }
  /** The next effect of the page is performed, or fails. */
  | { what: "answers"; fails: boolean }
  /** The answers that are under way arrive late, and the newest first or the oldest. */
  | { what: "arrives"; newest: boolean }
  | { what: "event_lost" }
  | { what: "event_arrives"; newest: boolean }
  | { what: "connects" | "disconnects" }
  | { what: "loads_earlier" }
  | { what: "restores"; toPart: number };

const what = <What extends string>(...names: What[]) => fc.constantFrom(...names);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: what("writes"), who: what("staff", "page", "other_tab") }) },
  { weight: 1, arbitrary: fc.record({ what: what("closes") }) },
  {
    weight: 8,
    arbitrary: fc.record({
      what: what("answers"),
      fails: fc.integer({ min: 0, max: 4 }).map((at) => at === 0),
    }),
  },
  { weight: 8, arbitrary: fc.record({ what: what("arrives"), newest: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ what: what("event_lost") }) },
  { weight: 6, arbitrary: fc.record({ what: what("event_arrives"), newest: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ what: what("connects", "disconnects") }) },
  { weight: 2, arbitrary: fc.record({ what: what("loads_earlier") }) },
  { weight: 1, arbitrary: fc.record({ what: what("restores"), toPart: fc.integer({ min: 0, max: 100 }) }) },
);

/** A chat on a server, as simple as it can be said: positions are counted, and events hold what came since the one before. */
class Server {
  items: TimelineItem[] = [];
  position = 0;
  status: ReplyCreated["status"] = "open";
  /** Up to where a subscriber has been told; `undefined`: nobody is subscribed. */
  told: number | undefined;
  events: ReplyCreated[] = [];
  private count = 0;

  write(actor: Actor, key?: string): TimelineItem {
    this.position += 1;
    this.count += 1;
    // Its clock runs backwards.
    const created_at = new Date(1e12 - this.count * 1_000).toISOString();
    const item: TimelineItem = {
      id: `i${this.count}`,
      position: this.position,
      action: "add_comment",
      actor,
      detail: { comment: { body: `i${this.count}`, created_at } },
      ...(key && { client_key: key }),
    };
    this.items.push(item);
    this.announce();
    return item;
  }

  close() {
    this.position += 1;
    this.status = this.status === "open" ? "closed" : "open";
    this.announce();
  }

  /** All that came after a position; its end where that is more than a page. A cursor ahead of the server counts as none. */
  part(after: number, before = this.position + 1): TimelinePart {
    const from = after > this.position ? 0 : after;
    const found = this.items.filter(({ position }) => position > from && position < before);
    const items = found.slice(-PAGE);
    const left = found.at(-PAGE - 1);
    return {
      timeline_items: items,
      timeline_after: left ? left.position : from,
      cursor: String(this.position),
    };
  }

  subscribe(after: number) {
    this.told = Math.min(after, this.position);
  }

  restore(toPart: number) {
    this.position = Math.floor((this.position * toPart) / 100);
    this.items = this.items.filter(({ position }) => position <= this.position);
    this.told = undefined;
    this.events = [];
  }

  private announce() {
    if (this.told === undefined) return;
    this.events.push(unchanged({ ...this.part(this.told), status: this.status }));
    this.told = this.position;
  }
}

class Scene {
  readonly server = new Server();
  readonly chat = new TestChat().send({ type: "start" });
  /** What the page wants done, and the answers that are on their way to it. */
  private wanted: ChatEffect[] = this.chat.effects;
  private answers: ChatEvent[] = [];
  private count = 0;

  happen(happening: Happening) {
    const { server } = this;
    switch (happening.what) {
      case "writes":
        return this.write(happening.who);
      case "closes":
        return server.close();
      case "answers":
        return this.answer(happening.fails);
      case "arrives":
        return this.arrive(this.answers, happening.newest, (answer) => this.send(answer));
      case "event_lost":
        // The connection was lost, and nobody has said so yet.
        server.events.shift();
        return;
      case "event_arrives":
        return this.arrive(server.events, happening.newest, (reply) =>
          this.send({ type: "reply_created", reply }),
        );
      case "connects":
        server.subscribe(Number(this.chat.state.cursor ?? 0));
        return this.send({ type: "connected" });
      case "disconnects":
        return this.disconnect();
      case "loads_earlier":
        return this.send({ type: "load_earlier" });
      case "restores":
        server.restore(happening.toPart);
        // A restored server is another process: connections and answers of the one before are gone.
        this.failAnswers();
        // Cursors tell it only as long as it has not written as much again.
        return this.settle();
    }
  }

  /** At last the network is good. */
  settle() {
    this.happen({ what: "disconnects" });
    for (let rounds = 0; rounds < 10; rounds += 1) {
      while (this.answers.length > 0) this.happen({ what: "arrives", newest: false });
      while (this.wanted.length > 0) this.answer(false);
    }
    this.happen({ what: "connects" });
    for (let rounds = 0; rounds < 10; rounds += 1) {
      while (this.wanted.length > 0) this.answer(false);
      while (this.answers.length > 0) this.happen({ what: "arrives", newest: false });
    }
  }

  private write(who: "staff" | "page" | "other_tab") {
    if (who === "staff") return void this.server.write("staff");
    this.count += 1;
    const clientKey = `k${this.count}`;
    const item = this.server.write("customer", clientKey);
    if (who === "page") this.answers.push({ type: "posted", clientKey, item });
  }

  private answer(fails: boolean) {
    const effect = this.wanted.shift();
    const { server } = this;
    if (effect?.type === "fetch_chat") {
      const part = server.part(Number(effect.after ?? 0));
      const detail = chatDetail({ ...part, status: server.status });
      this.answers.push(fails ? { type: "fetch_failed", status: 0 } : { type: "fetched", detail });
    }
    if (effect?.type === "fetch_earlier") {
      const { before } = effect;
      const part = server.part(0, before);
      this.answers.push(fails ? { type: "earlier_failed" } : { type: "earlier_fetched", before, part });
    }
  }

  private disconnect() {
    this.server.told = undefined;
    this.server.events = [];
    this.send({ type: "disconnected" });
  }

  private failAnswers() {
    const failed = this.answers.map((answer): ChatEvent | undefined => {
      if (answer.type === "fetched") return { type: "fetch_failed", status: 0 };
      if (answer.type === "earlier_fetched") return { type: "earlier_failed" };
      return answer.type === "posted" ? undefined : answer;
    });
    this.answers = failed.filter((answer) => answer !== undefined);
  }

  private arrive<Answer>(answers: Answer[], newest: boolean, deliver: (answer: Answer) => void) {
    const answer = newest ? answers.pop() : answers.shift();
    if (answer) deliver(answer);
  }

  private send(event: ChatEvent) {
    this.wanted.push(...this.chat.send(event).effects);
  }
}

it("is in the end what the server has, without a gap, whatever arrives and in whatever order", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 120 }), (happenings) => {
      const scene = new Scene();
      for (const one of happenings) {
        scene.happen(one);
        const { items } = scene.chat.state;
        const positions = items.map(({ position }) => position);
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      }
      scene.settle();
      const { items, from, cursor, status, phase, earlier } = scene.chat.state;
      const { server } = scene;
      expect(phase).toBe("shown");
      expect({ cursor, status }).toEqual({ cursor: String(server.position), status: server.status });
      const ids = (list: readonly TimelineItem[]) => list.map(({ id }) => id);
      expect(ids(items)).toEqual(ids(server.items.filter(({ position }) => position > from)));
      expect(earlier === "none").toBe(from === 0);
    }),
    { numRuns: 2_000, seed: 20261123 },
  );
});
