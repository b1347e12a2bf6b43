import type { outboxTools } from "../outbox";
import { loadOutbox } from "../outbox/loadOutbox";
import type { FileEntries, KeptFile, OutboxRecord } from "../outbox/records/record";
import type { IdentifiedChange, OutboxStore, RecordKind } from "../outbox/store/outboxStore";

/** What going on with a run, or not, means for its record in the outbox. */
export type RunChange =
  /** The run has these files that could not be uploaded yet, and no others. */
  | { type: "write"; lane: string; apiBase: string; files: FileEntries; now: number }
  /** The visitor has started over. */
  | { type: "abandon" };

/** Returns the records of feedback, as runs are gone on with. */
export function runRecords({ isAnswered }: Pick<typeof outboxTools, "isAnswered">): RecordKind<RunChange> {
  return {
    table: "records",
    apply(record, id, change, nextOrder) {
      // From its end on the feedback itself says what becomes of it.
      const isOver = record !== undefined && isAnswered(record);
      if (change.type === "write") return isOver ? record : hold(record, id, change, nextOrder);
      if (change.type === "abandon") return isOver ? record : abandon(record);
      return change.type === "remove" ? undefined : record;
    },
  };
}

/** What is said of a record in which nothing waits. */
const NOTHING_SENT = {
  state: "saved",
  isTried: false,
  failures: 0,
  failedAt: 0,
  pauseMs: 0,
  isPauseAsked: false,
} as const;

function hold(
  record: OutboxRecord | undefined,
  id: string,
  { lane, apiBase, files: given, now }: Extract<RunChange, { type: "write" }>,
  order: number,
): OutboxRecord | undefined {
  const named = [record?.attempt, record?.next].flatMap((submission) => submission?.files ?? []);
  const isWanted = ([fileId]: [string, unknown]) => fileId in given || named.includes(fileId);
  const wanted = Object.entries({ ...given, ...record?.files }).filter(isWanted);
  const isOfUse = wanted.length > 0 || record?.attempt || record?.settled;
  const before: OutboxRecord = record ?? { ...NOTHING_SENT, id, lane, order, apiBase, writtenAt: now };
  const { isHeld: _, ...others } = before;
  // Where none is left, or the run cannot be gone on with any more, what waits needs only those that it names.
  const held = Object.keys(given).length > 0 && { isHeld: true as const };
  return isOfUse ? { ...others, files: Object.fromEntries(wanted), ...held } : undefined;
}

/** What was saved is sent, since its flow saves what is incomplete. Nothing else is kept. */
function abandon(record: OutboxRecord | undefined): OutboxRecord | undefined {
  return record?.state === "waiting" ? { ...record, isAbandoned: true } : undefined;
}

let store: Promise<OutboxStore<RunChange>> | undefined;

/** Stores the files of a run that could not be uploaded yet, so that another page can go on with it. */
export async function holdFiles(
  { runId, nodeId, flowId, apiBase }: { runId: string; nodeId: string; flowId: string; apiBase: string },
  files: readonly KeptFile[],
): Promise<void> {
  const { outboxTools } = await loadOutbox();
  const { laneOf, entriesOf } = outboxTools;
  const lane = laneOf(nodeId, flowId);
  const change = { type: "write", lane, apiBase, files: entriesOf(files), now: Date.now() } as const;
  await changeRecord({ id: runId, change, files });
}

/** Notes that nobody goes on with a run. */
export function abandonRun(runId: string): Promise<void> {
  return changeRecord({ id: runId, change: { type: "abandon" } });
}

/** Returns a file of a run that could not be uploaded yet. */
export async function readHeldFile(runId: string, fileId: string): Promise<KeptFile | undefined> {
  return (await openStore()).file(runId, fileId);
}

/**
 * Returns whether a run was answered to the end. A browser that was ended may have forgotten that it has forgotten the run:
 * it writes local storage some seconds later, but what the outbox stores at once.
 */
export async function isComplete(runId: string): Promise<boolean> {
  const [{ outboxTools }, record] = await Promise.all([
    loadOutbox(),
    openStore().then((own) => own.read(runId)),
  ]);
  return record !== undefined && outboxTools.isAnswered(record);
}

async function changeRecord(change: IdentifiedChange<RunChange>) {
  await (await openStore()).change([change]);
}

function openStore(): Promise<OutboxStore<RunChange>> {
  store ??= loadOutbox().then(({ outboxTools }) => outboxTools.createIndexedStore(runRecords(outboxTools)));
  return store;
}
