import type { Unchecked } from "../http/unchecked";
import type { FileEntries } from "./keptFile";
import { isAnswered, type OutboxRecord } from "./record";
import type { Submission, SubmissionOutcome } from "./submission";

/** How often the files of a feedback are uploaded anew because the server has them no more. */
const MOST_ROUNDS = 3;

/** Returns the first file that the attempt names and that is not uploaded yet, other than `uploaded`. */
export function missingFile({ attempt, files }: OutboxRecord, uploaded?: string): string | undefined {
  return attempt?.files?.find((id) => id !== uploaded && files?.[id] && files[id].uploadedAs === undefined);
}

/** Returns the attempt with the ids that the server has given its files. */
export function withUploads(attempt: Submission, files: FileEntries = {}): Submission {
  let { body } = attempt;
  for (const [id, { uploadedAs }] of Object.entries(files)) {
    if (uploadedAs !== undefined) body = body.replaceAll(id, () => JSON.stringify(uploadedAs).slice(1, -1));
  }
  return { ...attempt, body };
}

/** Notes that a file is uploaded. Of two uploads, as tabs without locks can make them, the first one counts. */
export function noteUploaded(record: OutboxRecord, fileId: string, uploadedAs: string): OutboxRecord {
  const entry = record.files?.[fileId];
  if (!entry || entry.uploadedAs !== undefined) return record;
  return { ...record, failures: 0, files: { ...record.files, [fileId]: { ...entry, uploadedAs } } };
}

/**
 * Returns the record with an attempt that uploads its files anew, after the server has refused one of them as unknown: what
 * no feedback takes expires there. `undefined` where that would not help.
 */
export function uploadAgain(
  record: OutboxRecord,
  attempt: Submission,
  { status, body }: SubmissionOutcome,
  newKey: string,
): OutboxRecord | undefined {
  const { code } = (body ?? {}) as Unchecked<"Problem">;
  const { files = {}, uploadRounds = 0 } = record;
  const isUnknown = status === 422 && code === "unknown_upload";
  if (!isUnknown || !attempt.files?.length || uploadRounds >= MOST_ROUNDS) return undefined;
  let again = attempt.body;
  const entries = Object.entries(files).map(([id, { uploadedAs, ...entry }]) => {
    if (uploadedAs !== undefined) again = again.replaceAll(uploadedAs, id);
    return [id, entry] as const;
  });
  return {
    ...record,
    attempt: { ...attempt, key: newKey, body: again },
    files: Object.fromEntries(entries),
    uploadRounds: uploadRounds + 1,
    isTried: false,
    failures: 0,
  };
}

/**
 * Returns the record without the files that nothing in it names any more. While a run goes on, its files stay: what the
 * visitor answers next names them again.
 */
export function withoutUnnamed(record: OutboxRecord): OutboxRecord {
  const { files, ...others } = record;
  if (!files || record.state === "saved" || (record.isHeld && !isAnswered(record))) return record;
  const submissions = record.state === "stored" ? [] : [record.attempt, record.next];
  const named = submissions.flatMap((submission) => submission?.files ?? []);
  const left = Object.entries(files).filter(([id]) => named.includes(id));
  return left.length > 0 ? { ...others, files: Object.fromEntries(left) } : others;
}
