import fc from "fast-check";
import { expect, it } from "vitest";
import { type Fate, ModelBrowser } from "../../outbox/modelBrowser";
import {
  createMessageSubmission,
  MESSAGES,
  type MessageChange,
  type MessageRecord,
  toPendingMessages,
} from "./message";
import { ModelChatServer } from "./modelChatServer";

const TABS = 3;
const CHATS = ["coffee", "hotel"];

/** What happens next, to which tab. */
type Happening =
  | { what: "writes"; tab: number; chat: string; wrong: boolean }
  | { what: "advances"; tab: number; fate: Fate; which: number }
  | { what: "crashes"; tab: number }
  | { what: "wakes"; tab: number; eager: boolean }
  | { what: "retries" | "discards"; tab: number; which: number }
  | { what: "closes" | "reopens"; chat: string }
  /** The chats get another token, which the page learns of. */
  | { what: "renews_token" | "learns_token" }
  | { what: "clock"; byMs: number };

const tab = fc.nat(TABS - 1);
const chat = fc.constantFrom(...CHATS);
const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>("arrives") },
  { weight: 2, arbitrary: fc.constantFrom<Fate>("request_lost", "reply_lost", "busy", "broken", "portal") },
);
const what = <What extends string>(...names: What[]) => fc.constantFrom(...names);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: what("writes"),
      tab,
      chat,
      wrong: fc.integer({ min: 0, max: 9 }).map((at) => at === 0),
    }),
  },
  { weight: 40, arbitrary: fc.record({ what: what("advances"), tab, fate, which: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ what: what("crashes"), tab }) },
  { weight: 2, arbitrary: fc.record({ what: what("wakes"), tab, eager: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ what: what("retries", "discards"), tab, which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ what: what("closes", "reopens"), chat }) },
  { weight: 1, arbitrary: fc.record({ what: what("renews_token", "learns_token") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: what("clock"),
      byMs: fc.constantFrom(500, 5_000, 3_600_000, -86_400_000, 40 * 86_400_000),
    }),
  },
);

interface Written {
  key: string;
  chat: string;
  isWrong: boolean;
  isDiscarded: boolean;
}

class Scene {
  readonly server = new ModelChatServer();
  readonly browser = new ModelBrowser<MessageChange>(TABS, this.server, MESSAGES);
  /** In the order of writing. */
  readonly written: Written[] = [];
  private token = "t0";

  happen(happening: Happening) {
    const { browser, server } = this;
    switch (happening.what) {
      case "writes":
        return this.write(happening.tab, happening.chat, happening.wrong);
      case "advances":
        return browser.advance(happening.tab, happening.fate, happening.which);
      case "crashes":
        return browser.crash(happening.tab);
      case "wakes":
        return browser.wake(happening.tab, happening.eager);
      case "retries":
        return this.touch(happening.tab, happening.which, { type: "retry" });
      case "discards":
        return this.touch(happening.tab, happening.which, { type: "discard" });
      case "closes":
        return server.closed.add(pathOf(happening.chat));
      case "reopens":
        return server.closed.delete(pathOf(happening.chat));
      case "renews_token":
        server.token = `t${this.written.length}`;
        return;
      case "learns_token":
        return this.learnToken();
      case "clock":
        browser.now += happening.byMs;
    }
  }

  /** At last all is well, and the visitor tries again what was refused. */
  settle() {
    const { browser, server } = this;
    server.closed.clear();
    this.learnToken();
    for (let round = 0; round < this.written.length + 4; round += 1) {
      browser.now += 2 * 3_600_000;
      for (const { id } of browser.records()) browser.change([{ id, change: { type: "retry" } }]);
      for (let at = 0; at < TABS; at += 1) browser.wake(at, true);
      let isMoving = true;
      for (let steps = 0; isMoving && steps < 10_000; steps += 1) {
        isMoving = [0, 1, 2].map((at) => browser.advance(at, "arrives")).some(Boolean);
      }
      expect(isMoving).toBe(false);
      // What will never be taken is all that can keep the others back.
      for (const { id, state } of browser.records()) {
        if (state !== "refused" || !this.isWrong(id)) continue;
        browser.change([{ id, change: { type: "discard" } }]);
        this.note(id);
      }
    }
  }

  /** The messages of a chat as its page shows them. */
  shown(of: string) {
    const records = this.browser.records().filter(({ lane }) => lane === of) as MessageRecord[];
    return toPendingMessages(records, new Map(), new Map());
  }

  private write(at: number, of: string, isWrong: boolean) {
    const { browser } = this;
    const key = browser.newKey();
    const access = { feedbackId: of, token: this.token };
    const submission = createMessageSubmission(access, "device", key, isWrong ? "wrong" : "fine");
    const written = { lane: of, apiBase: "", submission, files: {}, now: browser.now };
    browser.change([{ id: key, change: { type: "write", ...written } }]);
    this.written.push({ key, chat: of, isWrong, isDiscarded: false });
    browser.wake(at, false);
  }

  private touch(at: number, which: number, change: MessageChange) {
    const { browser } = this;
    const record = browser.records()[which];
    if (!record) return;
    browser.change([{ id: record.id, change }]);
    if (change.type === "discard" && !browser.stored.has(record.id)) this.note(record.id);
    browser.wake(at, true);
  }

  private learnToken() {
    const { browser, server } = this;
    this.token = server.token;
    const { headers } = createMessageSubmission({ feedbackId: "", token: this.token }, "device", "", "");
    for (const { id } of browser.records()) browser.change([{ id, change: { type: "authorize", headers } }]);
  }

  private note(key: string) {
    for (const one of this.written) if (one.key === key) one.isDiscarded = true;
  }

  private isWrong(key: string): boolean {
    return this.written.some((one) => one.key === key && one.isWrong);
  }
}

it("never loses, doubles or reorders messages, whatever happens to requests, tabs, chats, tokens and clocks", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 200 }), (happenings) => {
      const scene = new Scene();
      for (const happening of happenings) {
        scene.happen(happening);
        for (const name of CHATS) expectStrict(scene, name);
      }
      scene.settle();
      for (const name of CHATS) {
        const arrived = scene.server.messages.get(pathOf(name)) ?? [];
        const written = scene.written.filter((one) => one.chat === name);
        // What was discarded may have arrived before, when its answer was lost.
        const due = written.filter(
          ({ key, isWrong, isDiscarded }) => !isWrong && (!isDiscarded || arrived.includes(key)),
        );
        expect(arrived).toEqual(due.map(({ key }) => key));
      }
      expect(scene.browser.records()).toEqual([]);
    }),
    { numRuns: 1_500, seed: 20261123 },
  );
});

/** What was written later is neither sent before what is still there, nor shown as if it could be. */
function expectStrict(scene: Scene, name: string) {
  const shown = scene.shown(name);
  const failed = shown.findIndex(({ state }) => state === "failed");
  const behind = failed < 0 ? [] : shown.slice(failed + 1);
  for (const { state } of behind) expect(state).toBe("held");
  expect(shown.filter(({ state }) => state === "failed").length).toBeLessThanOrEqual(1);
  const order = scene.written.map(({ key }) => key);
  const arrived = scene.server.messages.get(pathOf(name)) ?? [];
  const waiting = shown.map(({ clientKey }) => order.indexOf(clientKey));
  const last = Math.max(-1, ...arrived.map((key) => order.indexOf(key)));
  // The first of those that wait may have arrived without an answer.
  for (const at of waiting.slice(1)) expect(at).toBeGreaterThan(last);
}

function pathOf(name: string): string {
  return `/v1/feedbacks/${name}/chat_messages?people=apart`;
}
