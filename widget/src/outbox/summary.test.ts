import { expect, it } from "vitest";
import { summarize } from "./keptFeedback";
import { applyChange } from "./records/changes";
import type { OutboxRecord } from "./records/record";
import { EXPIRY_MS } from "./records/schedule";

const DAY_MS = 24 * 60 * 60_000;
const NOW = 1_000_000_000_000;

it("warns of what expires within three days, whatever the node has chosen", () => {
  const usual = written("a", NOW);
  const short = written("b", NOW, 10 * DAY_MS);
  const expiryAt = (days: number, ...records: OutboxRecord[]) =>
    summarize(records, [], undefined, NOW + days * DAY_MS).expiresAt;
  expect(expiryAt(6, usual, short)).toBeUndefined();
  expect(expiryAt(8, usual, short)).toBe(NOW + 10 * DAY_MS);
  expect(expiryAt(8, usual)).toBeUndefined();
  expect(expiryAt(28, usual)).toBe(NOW + EXPIRY_MS);
});

it("warns of nothing that is incomplete, or belongs to the run that goes on", () => {
  const late = NOW + 29 * DAY_MS;
  expect(summarize([written("a", NOW, undefined, true)], [], undefined, late)).toMatchObject({ waiting: 0 });
  expect(summarize([written("a", NOW, undefined, true)], [], undefined, late)).not.toHaveProperty(
    "expiresAt",
  );
  expect(summarize([written("a", NOW)], [], "a", late)).not.toHaveProperty("expiresAt");
});

function written(id: string, now: number, expiryMs?: number, partial = false): OutboxRecord {
  const submission = { key: `key of ${id}`, partial, body: "{}", headers: {}, content: "" };
  const fields = { lane: "lane", apiBase: "", submission, now, ...(expiryMs !== undefined && { expiryMs }) };
  return applyChange(undefined, id, { type: "write", ...fields }, 1) as OutboxRecord;
}
