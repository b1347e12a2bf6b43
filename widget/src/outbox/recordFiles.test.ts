import { describe, expect, it } from "vitest";
import { exportRefused } from "./rare";
import { applyChange, type RecordChange } from "./records/changes";
import { entriesOf, type KeptFile, missingFile, type OutboxRecord, refusalOf } from "./records/record";
import type { SubmissionOutcome } from "./records/submission";

const NOW = 1_000_000_000_000;
const PHOTO = keptFile("kept-1", "photo.png");
const SCAN = keptFile("kept-2", "scan.pdf");

describe("a feedback with kept files", () => {
  it("names them by the ids that the server has given them, from the bytes that are sent first", () => {
    let record = written([PHOTO, SCAN]);
    expect(missingFile(record)).toBe("kept-1");
    record = sent(record, "kept-1", uploaded('u"1'));
    expect(missingFile(record)).toBe("kept-2");
    record = sent(record, "kept-2", uploaded("u2"));
    expect(missingFile(record)).toBeUndefined();

    const begun = change(record, { type: "begin", key: "k1" });
    expect(namesIn(begun)).toEqual(['u"1', "u2"]);
  });

  it("waits for its pause after an upload that failed, and keeps what is uploaded", () => {
    const one = sent(written([PHOTO, SCAN]), "kept-1", uploaded("u1"));
    const failed = sent(one, "kept-2", { status: 409, body: { code: "too_many_uploads" } });
    expect(failed).toMatchObject({ state: "waiting", failures: 1, failedAt: NOW });
    expect(failed.files).toMatchObject({ "kept-1": { uploadedAs: "u1" } });
    expect(sent(failed, "kept-2", uploaded("u2")).failures).toBe(0);
  });

  it.each<[string, SubmissionOutcome]>([
    ["unsupported_type", { status: 422, body: { code: "unsupported_type" } }],
    ["node_closed", { status: 403, body: { code: "node_closed" } }],
    ["too_large", { status: 413 }],
    ["unsendable", { status: 0, isUnsendable: true }],
  ])("is set aside with the reason %s, and can be saved with its files", async (reason, outcome) => {
    const record = sent(sent(written([PHOTO, SCAN]), "kept-1", uploaded("u1")), "kept-2", outcome);
    expect(record.state).toBe("refused");
    expect(refusalOf(record)).toBe(reason);
    const size = 4;
    expect(JSON.parse(await exportRefused([record]).text())).toMatchObject([
      {
        reason,
        files: [
          { name: "photo.png", size, type: "image/png", active_storage_blob_id: "u1" },
          { name: "scan.pdf", size, active_storage_blob_id: "kept-2", refused: true },
        ],
      },
    ]);
  });

  it("goes on with the next save where a partial one is refused, and knows what was uploaded", () => {
    const partial = sent(written([PHOTO], { partial: true }), "kept-1", uploaded("u1"));
    const saved = settled(begun(partial), { status: 200, body: { id: "f1" } });
    expect(saved).toMatchObject({ state: "saved", files: { "kept-1": { uploadedAs: "u1" } } });
    const complete = written([PHOTO, SCAN], { key: "k2" }, saved);
    expect(missingFile(complete)).toBe("kept-2");
    const partialAgain = written([PHOTO, SCAN], { key: "k2", partial: true }, saved);
    const refused = sent(partialAgain, "kept-2", { status: 422, body: { code: "invalid_file" } });
    expect(refused).toMatchObject({ state: "refused", settled: { body: { refused_file: "kept-2" } } });
    // It continues the same feedback.
    const next = written([PHOTO], { key: "k3" }, refused);
    expect(next).toMatchObject({ state: "waiting", feedbackId: "f1", attempt: { key: "k3" } });
    expect(missingFile(next)).toBeUndefined();
  });

  it("has its files uploaded again when the server no longer has them, but not forever", () => {
    let record = written([PHOTO]);
    for (const round of [1, 2, 3]) {
      record = begun(sent(record, "kept-1", uploaded(`u${round}`)));
      expect(namesIn(record)).toEqual([`u${round}`]);
      record = settled(record, { status: 422, body: { code: "unknown_upload" } }, `again-${round}`);
      expect(record).toMatchObject({ state: "waiting", isTried: false, attempt: { key: `again-${round}` } });
      expect(namesIn(record)).toEqual(["kept-1"]);
    }
    record = begun(sent(record, "kept-1", uploaded("u4")));
    record = settled(record, { status: 422, body: { code: "unknown_upload" } });
    expect([record.state, refusalOf(record)]).toEqual(["refused", "unknown_upload"]);
  });

  it("forgets files that the visitor has removed, and all of them when it has arrived", () => {
    const record = written([SCAN], { key: "k2" }, written([PHOTO, SCAN]));
    expect(Object.keys(record.files ?? {})).toEqual(["kept-2"]);
    const stored = settled(begun(sent(record, "kept-2", uploaded("u2"))), {
      status: 200,
      body: { id: "f1" },
    });
    expect(stored.state).toBe("stored");
    expect(stored).not.toHaveProperty("files");
  });

  it("takes the first of two uploads of a file, whatever was answered meanwhile", () => {
    const later = written([PHOTO], { key: "k2", text: "more" }, written([PHOTO]));
    const first = sent(later, "kept-1", uploaded("u1"), "k1");
    expect(first.files).toMatchObject({ "kept-1": { uploadedAs: "u1" } });
    expect(sent(first, "kept-1", uploaded("u9"))).toBe(first);
    expect(sent(later, "kept-1", { status: 422, body: { code: "invalid_file" } }, "k1")).toBe(later);
  });
});

function keptFile(id: string, name: string): KeptFile {
  return { id, file: new File(["text"], name, { type: "image/png" }), path: "/uploads", headers: {} };
}

function written(files: KeptFile[], given = {}, before?: OutboxRecord): OutboxRecord {
  const {
    key = "k1",
    partial = false,
    text = "",
  }: { key?: string; partial?: boolean; text?: string } = given;
  const ids = files.map(({ id }) => id);
  const body = JSON.stringify({ text, responses: ids.map((id) => ({ active_storage_blob_id: id })) });
  const submission = { key, partial, body, headers: {}, files: ids, content: body };
  const fields = { lane: "lane", apiBase: "", submission, files: entriesOf(files), now: NOW };
  return change(before, { type: "write", ...fields });
}

function sent(record: OutboxRecord, fileId: string, outcome: SubmissionOutcome, key = record.attempt?.key) {
  return change(record, { type: "settle_file", key: key ?? "", fileId, outcome, now: NOW, random: 1 });
}

function begun(record: OutboxRecord): OutboxRecord {
  return change(record, { type: "begin", key: record.attempt?.key ?? "" });
}

function settled(record: OutboxRecord, outcome: SubmissionOutcome, newKey = "new"): OutboxRecord {
  const key = record.attempt?.key ?? "";
  return change(record, { type: "settle", key, outcome, newKey, now: NOW, random: 1 });
}

function change(record: OutboxRecord | undefined, what: RecordChange): OutboxRecord {
  return applyChange(record, "run", what, 1) as OutboxRecord;
}

function uploaded(id: string): SubmissionOutcome {
  return { status: 200, body: { data: { id } } };
}

function namesIn({ attempt }: OutboxRecord): string[] {
  const { responses } = JSON.parse(attempt?.body ?? "{}");
  return responses.map(({ active_storage_blob_id: id }: { active_storage_blob_id: string }) => id);
}
