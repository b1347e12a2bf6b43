import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { type Latest, leave } from "./leaving";
import { adoptLeft, forgetLeft, noteLeft, type Occasion } from "./leftBehind";
import { type Fate, ModelBrowser } from "./modelBrowser";
import { ModelServer } from "./modelServer";
import { FEEDBACK, type RecordChange } from "./records/changes";
import { entriesOf, type KeptFile, refusalOf } from "./records/record";
import type { FallbackStore } from "./store/fallbackStore";
import type { IdentifiedChange } from "./store/outboxStore";

const TABS = 3;
const LANES = ["restaurant", "hotel"];

/** The database has what was left behind. */
const WRITTEN = { type: "written", isUnstored: false, later: [] } as const satisfies Occasion;

interface Answering {
  what: "answers";
  tab: number;
  partial: boolean;
  wrong: boolean;
  file: "none" | "good" | "bad";
  /** What the page does then. One that dies has not written it to the database. */
  page: "goes_on" | "hides" | "dies";
}

/** What happens next, to which tab. */
type Happening =
  | Answering
  | { what: "advances"; tab: number; fate: Fate; which: number }
  | { what: "crashes"; tab: number }
  | { what: "wakes"; tab: number; eager: boolean }
  | { what: "uploads_expire" }
  /** The tab that has the lock. */
  | { what: "freezes" }
  | { what: "passes"; ms: number }
  | { what: "clock"; byMs: number };

const tab = fc.nat(TABS - 1);
const fate = fc.constantFrom<Fate>("arrives", "request_lost", "reply_lost", "busy", "broken", "portal");
const answers = (file: fc.Arbitrary<Answering["file"]>): fc.Arbitrary<Answering> =>
  fc.record({
    what: fc.constant("answers" as const),
    tab,
    partial: fc.boolean(),
    wrong: fc.integer({ min: 0, max: 9 }).map((at) => at === 0),
    file,
    page: fc.integer({ min: 0, max: 9 }).map((at) => (["hides", "dies"] as const)[at] ?? "goes_on"),
  });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: answers(fc.constantFrom("none", "none", "good", "good", "bad")) },
  {
    weight: 30,
    arbitrary: fc.record({ what: fc.constant("advances" as const), tab, fate, which: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("crashes" as const), tab }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("wakes" as const), tab, eager: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("uploads_expire" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("freezes" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("passes" as const),
      ms: fc.constantFrom(1_000, 60_000, 3_600_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("clock" as const),
      byMs: fc.constantFrom(500, 5_000, 3_600_000, -86_400_000, 40 * 86_400_000),
    }),
  },
);

/** What is answered without a network, before anything is sent: mostly to the end, and without files. */
const offline = fc.array(
  answers(fc.constantFrom("none", "none", "none", "good")).map((answering) => ({
    ...answering,
    partial: answering.partial && answering.tab === 0,
  })),
  { maxLength: 12 },
);

/** A run of the visitor in one tab, which a crash ends. */
interface Run {
  id: string;
  lane: string;
  last: string;
  files: KeptFile[];
  isComplete: boolean;
  isWrong: boolean;
  /** Whether it was set aside for some time, while others of its lane went, or was sent before its turn by a page that was left. */
  isOutOfTurn: boolean;
}

/** What the tabs of one browser share, but for what is sent. */
class Scene {
  readonly server = new ModelServer();
  readonly browser = new ModelBrowser<RecordChange>(TABS, this.server, FEEDBACK);
  readonly runs: Run[] = [];
  /** The runs by lane, in the order in which they were completed. */
  readonly completed: Record<string, string[]> = Object.fromEntries(LANES.map((lane) => [lane, []]));
  private readonly present = new Map<number, Run>();
  private chosen = 0;

  async happen(happening: Happening) {
    const { browser, server } = this;
    switch (happening.what) {
      case "answers":
        return await this.answer(happening);
      case "advances":
        return browser.advance(happening.tab, happening.fate, happening.which);
      case "wakes":
        return browser.wake(happening.tab, happening.eager);
      case "uploads_expire":
        return server.expireUploads();
      case "clock":
        browser.now += happening.byMs;
        return;
      case "passes":
        return browser.pass(happening.ms);
      case "freezes":
        return browser.stealLock();
      case "crashes":
        return await this.crash(happening.tab);
    }
  }

  /** At last the network is good. Nobody does anything but wait. */
  settle() {
    for (let round = 0; round < 4; round += 1) {
      let isMoving = true;
      for (let steps = 0; isMoving && steps < 10_000; steps += 1) {
        isMoving = [0, 1, 2].map((at) => this.browser.advance(at, "arrives")).some(Boolean);
      }
      expect(isMoving).toBe(false);
      this.browser.pass(2 * 3_600_000);
    }
  }

  private async answer({ tab: at, partial, wrong, file, page }: Answering) {
    const { browser } = this;
    const run = this.runIn(at);
    run.last = `${run.last.length}${wrong && !partial ? " wrong" : ""}.`;
    // What is refused of a partial save goes with the next one.
    const isBad = file === "bad" && !partial;
    if (file !== "none") {
      run.files = [...run.files, keptFile(`${run.id}-${++this.chosen}`, isBad)].slice(-2);
    }
    const files = run.files.map(({ id }) => id);
    const body = JSON.stringify({ run: run.id, text: run.last, files });
    const submission = {
      key: browser.newKey(),
      partial,
      body,
      headers: {},
      content: body,
      ...(files.length > 0 && { files }),
    };
    const written = { lane: run.lane, apiBase: "", submission, now: browser.now };
    if (!partial) this.complete(at, run, wrong || isBad);
    if (!partial && files.length === 0) noteLeft(run.id, written);
    // Local storage holds no files.
    const dies = page === "dies" && files.length === 0;
    if (!dies) {
      const change = { type: "write", ...written, files: entriesOf(run.files) } as const;
      browser.change([{ id: run.id, change, files: run.files }]);
      forgetLeft(run.id, browser.stored.get(run.id), WRITTEN);
    }
    if (page !== "goes_on") this.leave(run, written, page === "hides");
    if (dies) await this.crash(at);
    else browser.wake(at, false);
  }

  private runIn(at: number): Run {
    const { runs, present } = this;
    const known = present.get(at);
    if (known) return known;
    const lane = LANES[(runs.length * 7 + at) % LANES.length] as string;
    const run = {
      id: `r${runs.length}`,
      lane,
      last: "",
      files: [],
      isComplete: false,
      isWrong: false,
      isOutOfTurn: false,
    };
    runs.push(run);
    present.set(at, run);
    return run;
  }

  private complete(at: number, run: Run, isWrong: boolean) {
    run.isComplete = true;
    run.isWrong = isWrong;
    this.present.delete(at);
    if (!isWrong) this.completed[run.lane]?.push(run.id);
  }

  /** The page goes away, or seems to. Whether what is sent then arrives, nobody sees. */
  private leave(run: Run, written: Latest["written"], comesBack: boolean) {
    const { browser, server } = this;
    const { id } = run;
    const left = leave({ id, written, hasEarlier: false }, browser.stored.get(id));
    run.isOutOfTurn ||= left?.partial === false;
    const { key } = written.submission;
    if (left && Number(key.slice(1)) % 2 === 0) server.handle(left);
    if (!comesBack) return;
    if (left) browser.change([{ id, change: { type: "begin", key } }]);
    forgetLeft(id, browser.stored.get(id), WRITTEN);
  }

  /** A tab ends without warning and is opened again: it takes over what was left behind, and what was set aside wrongly. */
  private async crash(at: number) {
    const { browser, runs } = this;
    this.present.delete(at);
    const store = {
      read: async (id: string) => browser.stored.get(id),
      change: async (changes: IdentifiedChange<RecordChange>[]) => browser.change(changes),
      isUnstored: () => false,
    };
    await adoptLeft(store as unknown as FallbackStore, browser.now);
    for (const { id, state } of browser.records()) {
      const after = browser.change([{ id, change: { type: "revive", now: browser.now } }]).get(id);
      const run = runs.find((run) => run.id === id);
      if (run && after?.state !== state) run.isOutOfTurn = true;
    }
    browser.crash(at);
  }
}

function keptFile(id: string, isBad: boolean): KeptFile {
  const name = `${isBad ? "bad" : "good"} ${id}`;
  return { id: `kept-${id}`, file: { name, size: 1, type: "" } as File, path: "", headers: {} };
}

beforeEach(() => {
  const entries = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
});

/** Checks what has become of a run. */
function check(run: Run, { server, browser }: Scene) {
  const rows = server.rows.filter((row) => row.run === run.id);
  expect(rows.length).toBeLessThanOrEqual(1);
  const record = browser.stored.get(run.id);
  if (record?.state !== "refused") {
    expect(run.isWrong).toBe(false);
    expect(rows).toMatchObject([{ partial: !run.isComplete }]);
    const { text, files } = JSON.parse(rows[0]?.body ?? "{}");
    expect(text).toBe(run.last);
    const taken = files.map((id: string) => server.uploads.get(id));
    const named = run.files.map(({ file: { name } }) => ({ content: name, takenBy: rows[0]?.id }));
    expect(taken).toMatchObject(named);
    return;
  }
  // What the server will never take, or nobody could send for 30 days, is still here, with its latest answers.
  const reason = refusalOf(record);
  const reasons = [
    "expired",
    "unknown_upload",
    ...(run.isWrong ? ["invalid_answer", "unsupported_type"] : []),
  ];
  expect(reasons).toContain(reason);
  if (reason === "unknown_upload") expect(record.uploadRounds).toBe(3);
  const kept = record.next ?? record.attempt;
  expect(JSON.parse(kept?.body ?? "{}").text).toBe(run.last);
  // They can be saved.
  for (const id of kept?.files ?? []) expect(browser.files.has(`${run.id}/${id}`)).toBe(true);
}

it("never loses, doubles or reorders feedback, whatever happens to requests, tabs and clocks", async () => {
  await fc.assert(
    fc.asyncProperty(offline, fc.array(happening, { maxLength: 200 }), async (offline, happenings) => {
      const scene = new Scene();
      window.localStorage.removeItem("FLOW/left");
      for (const each of [...offline, ...happenings]) await scene.happen(each);
      scene.settle();
      const { server, runs, completed } = scene;
      for (const run of runs) check(run, scene);
      expect(new Set(server.completed).size).toBe(server.completed.length);
      for (const lane of LANES) {
        const isIn = (id: string) =>
          runs.some((run) => run.id === id && run.lane === lane && !run.isOutOfTurn);
        const arrived = server.completed.filter(isIn);
        const given = (completed[lane] ?? []).filter((id) => arrived.includes(id));
        expect(arrived).toEqual(given);
      }
    }),
    { numRuns: 2_000, seed: 20261123 },
  );
});
