import { readJson, writeJson } from "../storage/localStore";
import { randomId } from "../storage/randomId";
import { forgetEarlier } from "./earlierEntry";
import { EARLIER_ENTRY } from "./names";
import { FRESH, laneOf, type OutboxRecord, refusalOf } from "./record";
import type { FallbackStore } from "./store/fallbackStore";
import type { Submission } from "./submission";

/** Takes over what earlier versions have kept. Under its own keys, so that it does no harm to do that twice. */
export async function migrate(store: FallbackStore): Promise<void> {
  const entries = readJson(EARLIER_ENTRY);
  if (entries === undefined) return;
  const records = (Array.isArray(entries) ? entries : [entries]).map(readEntry);
  // Each has a key from now on, by which it is forgotten.
  writeJson(EARLIER_ENTRY, records.map(entryOf));
  for (const record of records) {
    const { key } = record.attempt;
    await store.change([{ id: key, change: { type: "adopt", record } }]);
    // Where the browser has no database, nothing else outlives the page.
    if (!store.isUnstored(key)) forgetEarlier(key);
  }
}

type Adopted = Omit<OutboxRecord, "id" | "order"> & { attempt: Submission };

/** What has become of an entry, beside the submission itself. */
interface Entry {
  /** Why it was set aside, and what. */
  setAside?: unknown;
  entry?: unknown;
  /** Whose it is; absent: nobody has said who they are. */
  person?: string;
}

function entryOf({ attempt, settled, person }: Adopted): unknown {
  const entry = settled ? { setAside: refusalOf({ settled }), entry: attempt } : attempt;
  return { ...entry, ...(person && { person }) };
}

function readEntry(entry: unknown): Adopted {
  const { setAside, entry: inner, person } = (entry ?? {}) as Entry;
  const owner = person ? { person } : {};
  if (setAside !== undefined) return { ...adopted(inner), ...refused(String(setAside)), ...owner };
  const record = { ...adopted(entry), ...owner };
  return isSubmission(entry) ? record : { ...record, ...refused("malformed") };
}

function adopted(entry: unknown): Adopted {
  const { person: _, ...fields } = (entry ?? {}) as Entry;
  const attempt = isSubmission(fields)
    ? { ...fields, content: fields.content ?? "" }
    : { key: randomId(), partial: false, body: JSON.stringify(entry ?? null), headers: {}, content: "" };
  return {
    attempt,
    lane: laneIn(attempt),
    writtenAt: Date.now(),
    // Earlier versions kept nothing for other servers.
    apiBase: "",
    ...FRESH,
  };
}

function refused(code: string): Pick<OutboxRecord, "state" | "settled"> {
  return {
    state: "refused",
    settled: { status: 0, body: { code }, at: Date.now(), isComplete: true },
  };
}

function isSubmission(entry: unknown): entry is Submission {
  const { key, body, headers } = (entry ?? {}) as Partial<Submission>;
  return typeof key === "string" && typeof body === "string" && typeof headers === "object" && !!headers;
}

function laneIn({ body }: Submission): string {
  try {
    const { node_id: nodeId, flow_id: flowId } = JSON.parse(body) ?? {};
    return laneOf(String(nodeId), String(flowId));
  } catch {
    return laneOf("", "");
  }
}
