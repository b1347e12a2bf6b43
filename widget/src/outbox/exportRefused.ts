import { withUploads } from "./fileChanges";
import { type OutboxRecord, refusalOf } from "./record";

/** A file of a record that was set aside. */
interface RecordFile {
  recordId: string;
  /** The id that it has on this device. */
  id: string;
  name: string;
  size: number;
  type: string;
  /** The id in the answers. */
  active_storage_blob_id: string;
}

/** Returns a JSON file of feedbacks that the server will never take, with the reasons. */
export function exportRefused(records: readonly OutboxRecord[]): Blob {
  const feedbacks = records.map((record) => ({
    reason: refusalOf(record),
    refused_at: new Date(record.settled?.at ?? 0).toISOString(),
    feedback: readBody(latestBody(record)),
    ...(record.files && { files: fileEntriesOf(record).map((file) => describe(record, file)) }),
  }));
  return new Blob([JSON.stringify(feedbacks, null, 2)], { type: "application/json" });
}

/** Returns the files of a record that the browser still has. */
export function fileEntriesOf({ id: recordId, files = {} }: OutboxRecord): RecordFile[] {
  return Object.entries(files).map(([id, { name, size, type, uploadedAs = id }]) => ({
    recordId,
    id,
    name,
    size,
    type,
    active_storage_blob_id: uploadedAs,
  }));
}

function describe({ settled }: OutboxRecord, { recordId: _, id, ...file }: RecordFile) {
  return { ...file, ...(settled?.body.refused_file === id && { refused: true }) };
}

/** Returns what the visitor has answered last, with the ids that the server has given its files. */
function latestBody({ attempt, next = attempt, files }: OutboxRecord): string | undefined {
  return next && withUploads(next, files).body;
}

function readBody(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "null");
  } catch {
    return body;
  }
}
