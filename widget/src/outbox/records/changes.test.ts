import { describe, expect, it } from "vitest";
import { applyChange, type RecordChange } from "./changes";
import { type OutboxRecord, refusalOf } from "./record";
import { EXPIRY_MS, nextDue, waitUntilDue } from "./schedule";
import type { Submission, SubmissionOutcome } from "./submission";

const NOW = 1_000_000_000_000;

function submission(fields: Partial<Submission> = {}): Submission {
  const body = JSON.stringify({ flow_id: "w", flow_revision: 3 });
  return { key: "k1", partial: false, body, headers: {}, content: "good", ...fields };
}

function change(record: OutboxRecord | undefined, what: RecordChange): OutboxRecord | undefined {
  return applyChange(record, "run", what, 1);
}

function written(fields: Partial<Submission> = {}, before?: OutboxRecord): OutboxRecord {
  const lane = "lane";
  return change(before, {
    type: "write",
    lane,
    apiBase: "",
    submission: submission(fields),
    now: NOW,
  }) as never;
}

/** Returns the record after its attempt was tried, with this outcome. */
function tried(record: OutboxRecord, outcome: SubmissionOutcome, now = NOW): OutboxRecord {
  const key = record.attempt?.key ?? "";
  const begun = change(record, { type: "begin", key });
  return change(begun, { type: "settle", key, outcome, newKey: "k2", now, random: 1 }) as OutboxRecord;
}

const refused = (code: string): SubmissionOutcome => ({ status: 422, body: { code } });
const stored = (id: string): SubmissionOutcome => ({ status: 200, body: { id } });

describe("a record", () => {
  it("keeps its key and its bytes once it was tried, and takes later answers behind them", () => {
    const lost = tried(written({ partial: true }), { status: 0 });
    const later = written({ key: "k9", content: "better" }, lost);
    expect(later.attempt).toMatchObject({ key: "k1", content: "good" });
    expect(later.next).toMatchObject({ key: "k9", content: "better" });

    const settled = tried(later, stored("f1"));
    expect(settled).toMatchObject({ state: "waiting", feedbackId: "f1", attempt: { key: "k9" } });
    expect(change(settled, { type: "begin", key: "k9" })?.attempt?.headers).toEqual({ "X-FID": "f1" });
  });

  it("keeps of the response what opens or begins a chat", () => {
    const body = { id: "f1", chat_token_string: "open", chat_start_token: "begin", other: 1 };
    const { settled } = tried(written(), { status: 200, body });
    expect(settled?.body).toEqual({ id: "f1", chat_token_string: "open", chat_start_token: "begin" });
  });

  it("does not get another key for the same answers", () => {
    const lost = tried(written(), { status: 503 });
    expect(written({ key: "k9" }, lost)).toMatchObject({ attempt: { key: "k1" }, failures: 0 });
  });

  it("is sent as a new feedback, under a new key, where the partial save is another's", () => {
    const record = tried(written({ headers: { "X-FID": "f0", "X-WWID": "n" } }), refused("foreign_feedback"));
    expect(record).toMatchObject({ state: "waiting", isTried: false });
    expect(record.attempt).toMatchObject({ key: "k2", headers: { "X-WWID": "n" } });
    expect(record.attempt?.headers).not.toHaveProperty("X-FID");
  });

  it("is sent to the newest revision where its own is too old, and set aside if its answers do not fit", () => {
    const ofItsRevision = { scores: { fit: 3 }, state_times_in_ms: { page: 1_200 } };
    const body = JSON.stringify({ flow_id: "w", flow_revision: 3, ...ofItsRevision });
    const record = tried(written({ body }), refused("superseded_revision"));
    expect(JSON.parse(record.attempt?.body ?? "")).toEqual({ flow_id: "w" });
    const setAside = tried(record, refused("unknown_question"));
    expect(setAside).toMatchObject({ state: "refused", attempt: { key: "k2" } });
    expect(refusalOf(setAside)).toBe("unknown_question");
  });

  const LONG_AFTER = NOW + 86_400_000;
  const inTime = (record: OutboxRecord) => JSON.parse(record.attempt?.body ?? "").created_offline;
  it.each([
    ["the revision is too old", refused("superseded_revision")],
    ["the node has another flow", refused("unknown_flow")],
    ["the node takes no more feedback", { status: 403, body: { code: "node_expired" } }],
  ])(
    "that has waited is sent once more as answered in time, under a new key, where by now %s",
    (_, outcome) => {
      const record = tried(written({ headers: { "X-FID": "f0" } }), outcome, LONG_AFTER);
      expect(record).toMatchObject({ state: "waiting", isTried: false });
      expect(record.attempt).toMatchObject({ key: "k2", headers: { "X-FID": "f0" } });
      const body = { flow_id: "w", flow_revision: 3, created_offline: true };
      expect(JSON.parse(record.attempt?.body ?? "")).toEqual(body);
      expect(tried(record, stored("f1"), LONG_AFTER).state).toBe("stored");
    },
  );

  it("that has waited is set aside where that does not help, and sent as it is where it has not", () => {
    const expired = { status: 403, body: { code: "node_expired" } };
    const twice = tried(tried(written(), expired, LONG_AFTER), expired, LONG_AFTER);
    expect([twice.state, refusalOf(twice)]).toEqual(["refused", "node_expired"]);
    const atOnce = tried(written(), expired);
    expect([atOnce.state, refusalOf(atOnce)]).toEqual(["refused", "node_expired"]);
    expect(inTime(atOnce)).toBeUndefined();
  });

  it("is set aside when the visitor has given the one feedback already, and revived by another try", () => {
    const record = tried(written(), { status: 400, body: { code: 13045 } });
    expect(record.state).toBe("refused");
    expect(refusalOf(record)).toBe("13045");
    expect(written({ key: "k9" }, record)).toMatchObject({ state: "waiting", attempt: { key: "k9" } });
  });

  it.each([
    ["a page of a hotel's network", { status: 200, body: undefined }],
    ["a proxy that knows no such page", { status: 404, body: undefined }],
    ["a server that fails", { status: 500, body: { code: "internal_error" } }],
  ])("waits after the answer of %s", (_, outcome) => {
    expect(tried(written(), outcome)).toMatchObject({
      state: "waiting",
      failures: 1,
      attempt: { key: "k1" },
    });
  });

  it("is set aside after 30 days of tries, and never without a try", () => {
    const late = NOW + EXPIRY_MS + 1;
    expect(tried(written(), stored("f1"), late).state).toBe("stored");
    const expired = tried(written(), { status: 0 }, late);
    expect(expired.state).toBe("refused");
    expect(refusalOf(expired)).toBe("expired");
  });

  it("is set aside with all that was answered, also where that was not the end", () => {
    const later = written(
      { key: "k9", partial: true, content: "better" },
      tried(written({ partial: true }), { status: 0 }),
    );
    const expired = tried(later, { status: 0 }, NOW + EXPIRY_MS + 1);
    expect(expired).toMatchObject({ state: "refused", attempt: { key: "k1" }, next: { key: "k9" } });
    const refusal = tried(written({ partial: true }), refused("invalid_answer"));
    expect(refusal).toMatchObject({ state: "refused", attempt: { key: "k1" } });
    expect(written({ key: "k9" }, refusal)).toMatchObject({ state: "waiting", attempt: { key: "k9" } });
  });

  it("is dropped with a run that was given up, where the server refuses it or it has expired", () => {
    const record = { ...written({ partial: true }), isAbandoned: true as const };
    expect(tried(record, refused("invalid_answer"))).toBeUndefined();
    expect(tried(record, { status: 0 }, NOW + EXPIRY_MS + 1)).toBeUndefined();
  });

  it("waits again when a clock that was wrong is set right, and for as long as is left", () => {
    const expired = tried(written(), { status: 0 }, NOW + EXPIRY_MS + 1);
    expect(change(expired, { type: "revive", now: NOW + EXPIRY_MS + 1 })).toBe(expired);
    const revived = change(expired, { type: "revive", now: NOW + 1 });
    expect(revived).toMatchObject({ state: "waiting", failures: 0, attempt: { key: "k1" } });
    expect(revived).not.toHaveProperty("settled");
    const refusal = tried(written(), refused("invalid_answer"));
    expect(change(refusal, { type: "revive", now: NOW })).toBe(refusal);
  });

  it("is tried for 30 days from the first failure, where the clock was not set when it was given", () => {
    const since = Date.UTC(2026, 10, 24);
    const record = tried({ ...written(), writtenAt: 5_000 }, { status: 0 }, since);
    expect(record).toMatchObject({ state: "waiting", failures: 1 });
    expect(tried(record, { status: 0 }, since + EXPIRY_MS).state).toBe("waiting");
    expect(tried(record, { status: 0 }, since + EXPIRY_MS + 1).state).toBe("refused");
  });

  it("takes no answers from before its end", () => {
    const record = written();
    expect(written({ key: "k0", partial: true, content: "less" }, record)).toBe(record);
    const arrived = tried(record, stored("f1"));
    expect(written({ key: "k0", partial: true, content: "less" }, arrived)).toBe(arrived);
  });

  it("is not cleared away when it waits again", () => {
    const saved = tried(written({ partial: true }), stored("f1"));
    const waiting = written({ key: "k9" }, saved);
    for (const type of ["end", "clear"] as const) {
      expect(change(saved, { type })).toBeUndefined();
      expect(change(waiting, { type })).toBe(waiting);
    }
    const refusal = tried(written(), refused("invalid_answer"));
    expect(change(refusal, { type: "clear" })).toBe(refusal);
  });

  it("is set aside when the browser itself refuses to send it", () => {
    const record = tried(written(), { status: 0, isUnsendable: true });
    expect([record.state, refusalOf(record)]).toEqual(["refused", "unsendable"]);
  });

  it("is not changed by the outcome of an attempt that is no more", () => {
    const record = written();
    const settle = { type: "settle", key: "k0", outcome: stored("f1"), newKey: "k2", now: NOW, random: 1 };
    expect(change(record, settle as RecordChange)).toBe(record);
  });
});

describe("the next record to send", () => {
  const none = new Set<string>();

  it("waits for its pause, unless there is news of the network", () => {
    const record = tried(written(), { status: 0 });
    expect(waitUntilDue([record], NOW)).toBe(1_000);
    expect(nextDue([record], NOW + 999, false, none)).toBeUndefined();
    expect(nextDue([record], NOW + 1_000, false, none)).toBe(record);
    expect(nextDue([record], NOW, true, none)).toBe(record);
  });

  it("waits as long as the server asks for, whatever the news", () => {
    const record = tried(written(), { status: 429, retryAfterMs: 60_000, body: {} });
    const other = { ...written(), id: "other", lane: "other" };
    expect(nextDue([record, other], NOW + 59_999, true, none)).toBeUndefined();
    expect(nextDue([record, other], NOW + 60_000, false, none)).toBe(record);
  });

  it("does not wait longer when the clock is set back", () => {
    const record = tried(written(), { status: 429, retryAfterMs: 60_000, body: {} });
    expect(nextDue([record], NOW - 86_400_000, false, none)).toBe(record);
  });

  it("is never one whose flow has an earlier one", () => {
    const first = tried(written(), { status: 0 });
    const second = { ...written(), id: "second", order: 2 };
    expect(nextDue([first, second], NOW, false, none)).toBeUndefined();
  });
});
