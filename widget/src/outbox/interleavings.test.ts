import fc from "fast-check";
import { expect, it } from "vitest";
import { FEEDBACK } from "./feedbackKind";
import { entriesOf, type KeptFile } from "./keptFile";
import { type Fate, ModelBrowser } from "./model/modelBrowser";
import { ModelServer } from "./model/modelServer";

const TABS = 3;
const LANES = ["restaurant", "hotel"];

interface Answering {
  what: "answers";
  tab: number;
  partial: boolean;
  wrong: boolean;
  file: "none" | "good" | "bad";
}

/** What happens next, to which tab. */
type Happening =
  | Answering
  | { what: "advances"; tab: number; fate: Fate; which: number }
  | { what: "crashes"; tab: number }
  | { what: "wakes"; tab: number; eager: boolean }
  | { what: "uploads_expire" }
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
}

function play(happenings: readonly Happening[]) {
  const server = new ModelServer();
  const browser = new ModelBrowser(TABS, server, FEEDBACK);
  const runs: Run[] = [];
  /** The runs by lane, in the order in which they were completed. */
  const completed: Record<string, string[]> = Object.fromEntries(LANES.map((lane) => [lane, []]));
  const present = new Map<number, Run>();
  let chosen = 0;

  function answer({ tab: at, partial, wrong, file }: Answering) {
    let run = present.get(at);
    if (!run) {
      const lane = LANES[(runs.length * 7 + at) % LANES.length] as string;
      run = { id: `r${runs.length}`, lane, last: "", files: [], isComplete: false, isWrong: false };
      runs.push(run);
      present.set(at, run);
    }
    run.last = `${run.last.length}${wrong && !partial ? " wrong" : ""}.`;
    // What is refused of a partial save goes with the next one.
    const isBad = file === "bad" && !partial;
    if (file !== "none") run.files = [...run.files, keptFile(`${run.id}-${++chosen}`, isBad)].slice(-2);
    const files = run.files.map(({ id }) => id);
    const body = JSON.stringify({ run: run.id, text: run.last, files });
    const submission = { key: browser.newKey(), partial, body, headers: {}, files, content: body };
    const written = {
      lane: run.lane,
      apiBase: "",
      submission,
      files: entriesOf(run.files),
      now: browser.now,
    };
    browser.change([{ id: run.id, change: { type: "write", ...written }, files: run.files }]);
    browser.wake(at, false);
    if (partial) return;
    run.isComplete = true;
    run.isWrong = wrong || isBad;
    present.delete(at);
    if (!run.isWrong) completed[run.lane]?.push(run.id);
  }

  for (const happening of happenings) {
    if (happening.what === "answers") answer(happening);
    if (happening.what === "advances") browser.advance(happening.tab, happening.fate, happening.which);
    if (happening.what === "wakes") browser.wake(happening.tab, happening.eager);
    if (happening.what === "uploads_expire") server.expireUploads();
    if (happening.what === "clock") browser.now += happening.byMs;
    if (happening.what === "crashes") {
      present.delete(happening.tab);
      browser.crash(happening.tab);
    }
  }
  // At last the network is good, and the pauses are over.
  for (let round = 0; round < 4; round += 1) {
    browser.now += 2 * 3_600_000;
    for (let at = 0; at < TABS; at += 1) browser.wake(at, true);
    let isMoving = true;
    for (let steps = 0; isMoving && steps < 10_000; steps += 1) {
      isMoving = [0, 1, 2].map((at) => browser.advance(at, "arrives")).some(Boolean);
    }
    expect(isMoving).toBe(false);
  }
  return { server, browser, runs, completed };
}

function keptFile(id: string, isBad: boolean): KeptFile {
  const name = `${isBad ? "bad" : "good"} ${id}`;
  return { id: `kept-${id}`, file: { name, size: 1, type: "" } as File, path: "", headers: {} };
}

it("never loses, doubles or reorders feedback, whatever happens to requests, tabs and clocks", () => {
  fc.assert(
    fc.property(offline, fc.array(happening, { maxLength: 200 }), (offline, happenings) => {
      const { server, browser, runs, completed } = play([...offline, ...happenings]);
      for (const run of runs) {
        const rows = server.rows.filter((row) => row.run === run.id);
        const record = browser.stored.get(run.id);
        const isSetAside = record?.state === "refused";
        // Of a run that was never completed nothing else is left.
        const isExpired = !run.isComplete && record?.settled?.body.code === "expired";
        // What the server will never take, or nobody could send for 30 days, is still here.
        if (run.isWrong) expect(record?.state).toBe("refused");
        else if (!isSetAside && !isExpired) {
          expect(rows).toMatchObject([{ partial: !run.isComplete }]);
          const { text, files } = JSON.parse(rows[0]?.body ?? "{}");
          expect(text).toBe(run.last);
          const taken = files.map((id: string) => server.uploads.get(id));
          expect(taken).toMatchObject(
            run.files.map(({ file: { name } }) => ({ content: name, takenBy: rows[0]?.id })),
          );
        }
        if (isSetAside) {
          const kept = record.attempt ?? record.next;
          expect(kept).toBeDefined();
          // They can be saved.
          for (const id of kept?.files ?? []) expect(browser.files.has(`${run.id}/${id}`)).toBe(true);
        }
        expect(rows.length).toBeLessThanOrEqual(1);
      }
      expect(new Set(server.completed).size).toBe(server.completed.length);
      for (const lane of LANES) {
        const arrived = server.completed.filter((id) => runs.find((run) => run.id === id)?.lane === lane);
        const given = (completed[lane] ?? []).filter((id) => arrived.includes(id));
        expect(arrived).toEqual(given);
      }
    }),
    { numRuns: 2_000, seed: 20261123 },
  );
});
