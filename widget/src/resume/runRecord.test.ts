import { describe, expect, it } from "vitest";
import { tidy } from "../outbox/openOutbox";
import { applyChange, type RecordChange } from "../outbox/records/changes";
import { entriesOf, isAnswered, type KeptFile, type OutboxRecord } from "../outbox/records/record";
import { createMemoryStore } from "../outbox/store/fallbackStore";
import { type RunChange, runRecords } from "./runRecord";

const RUN_RECORDS = runRecords({ isAnswered });
const NOW = 1_000_000_000_000;
const DAY = 24 * 60 * 60_000;
const PHOTO = keptFile("kept-1", "photo.png");
const SCAN = keptFile("kept-2", "scan.pdf");

describe("the files of a run", () => {
  it("are held before anything is sent, and as long as the visitor does not remove them", () => {
    const held = hold([PHOTO, SCAN]);
    expect(held).toMatchObject({ state: "saved", isHeld: true, files: { "kept-1": {}, "kept-2": {} } });
    expect(namesIn(hold([SCAN], held))).toEqual(["kept-2"]);
    expect(hold([], held)).toBeUndefined();
    expect(hold([])).toBeUndefined();
  });

  it("stay while a partial save waits that does not name them yet, and go with the end", () => {
    const partial = write([PHOTO], true);
    const held = hold([PHOTO, SCAN], partial);
    const failed = settle(begin(held), { status: 0 });
    expect(namesIn(failed)).toEqual(["kept-1", "kept-2"]);
    expect(failed?.state).toBe("waiting");
    const released = hold([], failed);
    expect(namesIn(released)).toEqual(["kept-1"]);
    // With what waits they go, too: nobody goes on with the run.
    expect(namesIn(write([], true, released, "k9"))).toEqual(["kept-1"]);
    expect(namesIn(settle(write([], true, released, "k9"), { status: 200, body: { id: "f1" } }))).toEqual([]);

    const saved = settle(failed, { status: 200, body: { id: "f1" } });
    expect(namesIn(saved)).toEqual(["kept-1", "kept-2"]);
    const complete = write([SCAN], false, saved, "k2");
    expect(namesIn(complete)).toEqual(["kept-2"]);
    expect(hold([PHOTO], complete)).toBe(complete);
  });

  it("are sent under the ids that an earlier save has got for them", () => {
    const key = "k1";
    const outcome = { status: 200, body: { data: { id: "u1" } } };
    const uploaded = change(write([PHOTO], true), {
      type: "settle_file",
      key,
      fileId: "kept-1",
      outcome,
      now: NOW,
      random: 1,
    });
    expect(hold([PHOTO], uploaded)?.files).toMatchObject({ "kept-1": { uploadedAs: "u1" } });
  });

  it("are kept as long as the run can be gone on with", async () => {
    // Both change what is in the same database.
    const store = createMemoryStore<RunChange | RecordChange>({
      table: "records",
      apply: (record, id, change, nextOrder) =>
        change.type === "write"
          ? RUN_RECORDS.apply(record, id, change as RunChange, nextOrder)
          : applyChange(record, id, change as RecordChange, nextOrder),
    });
    await store.change([{ id: "run", change: holding([PHOTO]), files: [PHOTO] }]);
    await tidy(store as never, NOW + 29 * DAY);
    expect((await store.file("run", "kept-1"))?.file.name).toBe("photo.png");
    await tidy(store as never, NOW + 31 * DAY);
    expect(await store.readAll()).toEqual([]);
    expect(await store.file("run", "kept-1")).toBeUndefined();
  });
});

describe("a run that is started over", () => {
  it("leaves nothing where nothing waits", () => {
    expect(abandon(hold([PHOTO]))).toBeUndefined();
    const saved = settle(begin(write([], true)), { status: 200, body: { id: "f1" } });
    expect(saved?.state).toBe("saved");
    expect(abandon(saved)).toBeUndefined();
    expect(abandon(undefined)).toBeUndefined();
  });

  it("still has sent what its flow saves, and leaves nothing after that", () => {
    const waiting = abandon(hold([PHOTO, SCAN], write([PHOTO], true)));
    const lost = settle(begin(waiting), { status: 0 });
    expect(lost?.state).toBe("waiting");
    expect(settle(lost, { status: 200, body: { id: "f1" } })).toBeUndefined();
    expect(settle(begin(waiting), { status: 422, body: { code: "invalid_answer" } })).toBeUndefined();
  });

  it("loses nothing that was answered to the end", () => {
    const complete = write([PHOTO], false);
    expect(abandon(complete)).toBe(complete);
    const refused = settle(begin(complete), { status: 422, body: { code: "invalid_answer" } });
    expect(refused?.state).toBe("refused");
    expect(abandon(refused)).toBe(refused);
  });
});

it("of a feedback that has arrived stays known that its run has ended, of one that was refused nothing", () => {
  const kept = change(write([PHOTO], false), { type: "leave" });
  const stored = settle(begin(kept), { status: 200, body: { id: "f1" } });
  const ended = change(stored, { type: "end" });
  expect(ended).toMatchObject({ state: "stored", isKept: false, settled: { isComplete: true } });
  for (const name of ["attempt", "next", "files"]) expect(ended).not.toHaveProperty(name);
  const refused = settle(begin(kept), { status: 422, body: { code: "invalid_answer" } });
  expect(change(refused, { type: "end" })).toBeUndefined();
});

function keptFile(id: string, name: string): KeptFile {
  return { id, file: new File(["text"], name, { type: "image/png" }), path: "/uploads", headers: {} };
}

function holding(files: readonly KeptFile[]): Extract<RunChange, { type: "write" }> {
  return { type: "write", lane: "lane", apiBase: "", files: entriesOf(files), now: NOW };
}

const hold = (files: readonly KeptFile[], before?: OutboxRecord) =>
  RUN_RECORDS.apply(before, "run", holding(files), 1);

const abandon = (before: OutboxRecord | undefined) =>
  RUN_RECORDS.apply(before, "run", { type: "abandon" }, 1);

function write(files: KeptFile[], partial: boolean, before?: OutboxRecord, key = "k1") {
  const ids = files.map(({ id }) => id);
  const submission = { key, partial, body: ids.join(), headers: {}, files: ids, content: key };
  const entries = entriesOf(files);
  return change(before, { type: "write", lane: "lane", apiBase: "", submission, files: entries, now: NOW });
}

const begin = (record: OutboxRecord | undefined) =>
  change(record, { type: "begin", key: record?.attempt?.key ?? "" });

function settle(record: OutboxRecord | undefined, outcome: { status: number; body?: unknown }) {
  const key = record?.attempt?.key ?? "";
  return change(record, { type: "settle", key, outcome, newKey: "new", now: NOW, random: 1 });
}

function change(record: OutboxRecord | undefined, what: RecordChange) {
  return applyChange(record, "run", what, 1);
}

function namesIn(record: OutboxRecord | undefined): string[] {
  return Object.keys(record?.files ?? {});
}
