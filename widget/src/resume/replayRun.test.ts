import fc from "fast-check";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Engine } from "../engine/engine";
import { loadEngineForTests, repositoryFile } from "../engine/loadForTests";
import type { FlowEvent, QuestionElement, SessionContext, Update } from "../engine/types";
import type { KeptFile } from "../outbox/records/record";
import type { StoredRun } from "../run/storedRuns";
import { createRunRecorder } from "./recordRun";
import { replayRun } from "./replayRun";
import { holdFiles } from "./runRecord";

vi.mock("./runRecord", () => ({ holdFiles: vi.fn(() => Promise.resolve()) }));

const CONTEXT: SessionContext = { now: 0, seed: 7, node: { id: "claims" }, deviceId: "d" } as SessionContext;
const FLOW = { ...JSON.parse(repositoryFile("widget/e2e/records/flows/claim.json")) };
const SAVED_FLOW = JSON.stringify({ ...FLOW, allowSavingIncompleteSurvey: true });
const PLAIN_FLOW = JSON.stringify(FLOW);

let engine: Engine;

beforeAll(() => {
  engine = loadEngineForTests();
});
beforeEach(() => {
  const entries = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
  vi.mocked(holdFiles).mockClear();
});

/** A visitor's page: the engine, what has been recorded, and the files that are under way or kept. */
class Visit {
  readonly run: StoredRun;
  private readonly session;
  private readonly recorder;
  private readonly kept = new Map<string, KeptFile>();
  private readonly unsent = new Map<string, string[]>();
  private at = 0;
  private files = 0;
  private open: number[] = [];

  constructor(flow: string, run?: StoredRun, gone?: ReadonlySet<string>) {
    this.session = engine.startSession(flow, CONTEXT);
    this.run = run ?? { id: "run", revision: 1, seed: 7, savedAt: 0, events: [] };
    if (run) this.note(replayRun(this.session, run, gone));
    for (const file of Object.values(this.run.files ?? {}).flat()) {
      if (file.uploadedAt === undefined) this.kept.set(file.id, { id: file.id } as KeptFile);
    }
    this.at = this.run.events.at(-1)?.at ?? 0;
    this.recorder = createRunRecorder({
      owner: { person: "" },
      stateTimes: () => ({}),
      apiBase: "",
      nodeId: "claims",
      flowId: "claim",
      run: this.run,
      uploads: {
        kept: (ids) => ids.flatMap((id) => this.kept.get(id) ?? []),
        unsent: (questionId) => this.unsent.get(questionId) ?? [],
      },
    });
  }

  view() {
    return this.session.view();
  }

  send(event: FlowEvent) {
    this.at += 10;
    const timed = { ...event, at: this.at };
    const update = this.session.update(timed);
    this.recorder.note(timed, update);
    this.note(update.effects);
  }

  private note(effects: Update["effects"]) {
    for (const effect of effects) {
      if (effect.type === "submit_feedback") this.open.push(effect.requestId);
      if (effect.type === "schedule" && effect.timer === "state_change") {
        this.send({ type: "timer", timer: "state_change" });
      }
    }
  }

  begin(questionId: string, name: string) {
    this.unsent.set(questionId, [name]);
    this.send({ type: "uploading", questionId, uploads: "under_way" });
  }

  end(questionId: string, isKept: boolean): string {
    this.files += 1;
    const [name = ""] = this.unsent.get(questionId) ?? [];
    const id = `${isKept ? "kept" : "u"}-${this.run.events.length}-${this.files}`;
    if (isKept) this.kept.set(id, { id } as KeptFile);
    this.unsent.delete(questionId);
    const file = { id, name, size: 1, type: "image/png" };
    this.send({ type: "uploaded", questionId, answer: { files: [file] } });
    this.send({ type: "uploading", questionId, uploads: "none" });
    return id;
  }

  upload(questionId: string, name: string, isKept = false): string {
    this.begin(questionId, name);
    return this.end(questionId, isKept);
  }

  next() {
    this.send({ type: "next" });
  }

  reply(status: number) {
    const requestId = this.open.shift();
    const body = { id: "f1" };
    if (requestId !== undefined) this.send({ type: "submitted", requestId, status, body });
  }

  /** Lets all requests fail. */
  failAll() {
    while (this.open.length > 0) this.reply(0);
  }

  question(questionId: string): QuestionElement | undefined {
    const isAsked = (element: object): element is QuestionElement =>
      "questionId" in element && element.questionId === questionId;
    return this.view().elements.find(isAsked);
  }

  /** Goes back to the first page, and returns the answers by question. */
  answers(): Record<string, unknown> {
    const found: Record<string, unknown> = {};
    for (;;) {
      for (const element of this.view().elements) {
        if ("questionId" in element && element.answer) found[element.questionId] = element.answer;
      }
      if (!this.view().canGoBack) return found;
      this.send({ type: "back" });
    }
  }
}

/** Another page goes on with what was stored. */
function goOn(visit: Visit, flow: string, gone = new Set<string>()): Visit {
  return new Visit(flow, structuredClone(visit.run), gone);
}

it("a run with files is made again as it was, and its files are held for that", () => {
  const visit = new Visit(PLAIN_FLOW);
  visit.send({ type: "answered", questionId: "q-kind", answer: { optionIds: ["o-parcel"] } });
  const uploaded = visit.upload("q-photos", "a.png");
  const kept = visit.upload("q-photos", "b.png", true);
  expect(vi.mocked(holdFiles).mock.calls).toMatchObject([[{ runId: "run" }, [{ id: kept }]]]);
  visit.next();
  expect(visit.question("q-receipt")).toBeDefined();

  const later = goOn(visit, PLAIN_FLOW);
  expect(later.view()).toEqual(visit.view());
  later.send({ type: "back" });
  expect(later.question("q-photos")?.answer?.files?.map(({ id }) => id)).toEqual([uploaded, kept]);
  expect(vi.mocked(holdFiles)).toHaveBeenCalledTimes(1);
  // Removed there, it is not held any more.
  const [first] = later.question("q-photos")?.answer?.files ?? [];
  later.send({ type: "answered", questionId: "q-photos", answer: { files: first ? [first] : [] } });
  expect(vi.mocked(holdFiles).mock.lastCall).toMatchObject([{ runId: "run" }, []]);
});

it("files that are gone take the visitor back to where they can be added again, and nothing else is lost", () => {
  const visit = new Visit(PLAIN_FLOW);
  visit.send({ type: "answered", questionId: "q-kind", answer: { optionIds: ["o-parcel"] } });
  const gone = visit.upload("q-photos", "a.png");
  const left = visit.upload("q-photos", "b.png");
  visit.next();
  const receipt = visit.upload("q-receipt", "c.pdf");

  const later = goOn(visit, PLAIN_FLOW, new Set([gone]));
  expect(later.question("q-photos")?.answer?.files).toMatchObject([{ id: left }]);
  expect(later.question("q-kind")?.answer).toBeDefined();
  later.next();
  expect(later.question("q-receipt")?.answer?.files).toMatchObject([{ id: receipt }]);

  // Of two pages both are gone back to.
  const both = goOn(visit, PLAIN_FLOW, new Set([left, receipt]));
  expect(both.question("q-photos")?.answer?.files).toMatchObject([{ id: gone }]);
  both.next();
  expect(both.question("q-receipt")?.answer).toBeUndefined();
  expect(both.run.files).toEqual({ "q-photos": [expect.objectContaining({ id: gone })], "q-receipt": [] });
});

it("what a run has that is too long is forgotten, with its files, for good", () => {
  const visit = new Visit(PLAIN_FLOW);
  visit.send({ type: "answered", questionId: "q-kind", answer: { optionIds: ["o-parcel"] } });
  const kept = visit.upload("q-photos", "a.png", true);
  expect(vi.mocked(holdFiles).mock.lastCall).toMatchObject([{ runId: "run" }, [{ id: kept }]]);
  expect(window.localStorage.getItem("FLOW/runs")).toContain("a.png");
  visit.send({ type: "answered", questionId: "q-long", answer: { text: "x".repeat(200_000) } });
  expect(window.localStorage.getItem("FLOW/runs")).toBeNull();
  expect(vi.mocked(holdFiles).mock.lastCall).toMatchObject([{ runId: "run" }, []]);
  visit.send({ type: "answered", questionId: "q-long", answer: { text: "short" } });
  expect(window.localStorage.getItem("FLOW/runs")).toBeNull();
});

it("the server keeps a file from the save on that names it, not from one that had begun before", () => {
  const visit = new Visit(SAVED_FLOW);
  visit.send({ type: "answered", questionId: "q-kind", answer: { optionIds: ["o-parcel"] } });
  const id = visit.upload("q-photos", "a.png");
  const taken = () => visit.run.files?.["q-photos"]?.map((file) => [file.id, file.isTaken]);
  visit.reply(200);
  expect(taken()).toEqual([[id, undefined]]);
  visit.reply(200);
  expect(taken()).toEqual([[id, true]]);
});

it("an engine that does not go back is not asked for ever", () => {
  const run = { id: "run", events: [], files: { "q-photos": [{ id: "u1" }] } } as unknown as StoredRun;
  const back = vi.fn(() => ({ effects: [] }));
  const view = () => ({ stateId: "s", elements: [], canGoBack: back.mock.calls.length < 9 });
  replayRun({ update: back, view } as never, run, new Set(["u1"]));
  expect(back).toHaveBeenCalledTimes(1);
});

it("an upload under way is over, and named", () => {
  const visit = new Visit(PLAIN_FLOW);
  visit.send({ type: "answered", questionId: "q-kind", answer: { optionIds: ["o-parcel"] } });
  visit.begin("q-photos", "a.png");
  visit.next();
  expect(visit.run.unsent).toEqual({ "q-photos": ["a.png"] });
  expect(visit.question("q-photos")).toBeDefined();
  const later = goOn(visit, PLAIN_FLOW);
  later.next();
  expect(later.question("q-receipt")).toBeDefined();
});

type Act = { what: number; which: number; isKept: boolean };
const act = fc.record({ what: fc.nat(9), which: fc.nat(3), isKept: fc.boolean() });

function play(visit: Visit, acts: readonly Act[]) {
  const underWay = new Set<string>();
  for (const { what, which, isKept } of acts) {
    const asked = ["q-photos", "q-receipt", "q-screen"].filter((id) => visit.question(id));
    const questionId = asked[which % Math.max(asked.length, 1)];
    const pending = [...underWay][which % Math.max(underWay.size, 1)];
    if (what <= 1) {
      const optionIds = [which % 2 === 0 ? "o-parcel" : "o-app"];
      visit.send({ type: "answered", questionId: "q-kind", answer: { optionIds } });
    } else if (what <= 3 && questionId && !underWay.has(questionId)) {
      underWay.add(questionId);
      visit.begin(questionId, "file.png");
    } else if (what <= 5 && pending) {
      underWay.delete(pending);
      visit.end(pending, isKept);
    } else if (what === 6 && questionId) {
      const files = visit.question(questionId)?.answer?.files?.slice(1) ?? [];
      visit.send({ type: "answered", questionId, ...(files.length > 0 && { answer: { files } }) });
    } else if (what === 7) visit.next();
    else if (what === 8) visit.send({ type: "back" });
    else visit.reply(which === 0 ? 0 : 200);
  }
}

it("any run is made again, as often as wanted, with all answers but the files that are gone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(PLAIN_FLOW, SAVED_FLOW),
      fc.array(act, { maxLength: 40 }),
      fc.array(act, { maxLength: 15 }),
      fc.nat(7),
      (flow, acts, further, goneMask) => {
        const visit = new Visit(flow);
        play(visit, acts);
        // What is answered to the end is not gone on with.
        fc.pre(visit.view().style === "normal");
        const ids = Object.values(visit.run.files ?? {}).flatMap((files) => files.map(({ id }) => id));
        const gone = new Set(ids.filter((_, at) => (goneMask >> (at % 3)) & 1));
        const later = goOn(visit, flow, gone);
        later.failAll();
        expect(goOn(later, flow).view()).toEqual(later.view());
        visit.failAll();
        if (gone.size === 0) expect(later.view().stateId).toBe(visit.view().stateId);
        play(later, further);
        fc.pre(later.view().style === "normal");
        const last = goOn(later, flow);
        const answered = last.answers();
        const named = JSON.stringify(answered);
        for (const id of gone) expect(named).not.toContain(`"${id}"`);
        for (const [questionId, answer] of Object.entries(answered)) {
          const { files } = answer as { files?: { id: string }[] };
          const listed = (last.run.files?.[questionId] ?? []).map(({ id }) => id);
          if (files) expect(listed).toEqual(files.map(({ id }) => id));
        }
      },
    ),
    { numRuns: 300, seed: 20261123 },
  );
});
