// What only few pages need of the outbox: a chunk of its own. The worker keeps it for pages without a connection.
import { useEffect, useState } from "react";
import { type OutboxRecord, refusalOf, withUploads } from "./records/record";
import { useOutboxText } from "./texts/catalog";

export { postFile } from "./postFile";

/** What the visitor can do with feedback that the server will never take. */
export interface RefusedActions {
  remove(records: readonly OutboxRecord[]): Promise<void>;
  /** Returns a file of a record. */
  file(id: string, fileId: string): Promise<Blob | undefined>;
}

interface Download {
  name: string;
  url: string;
}

export interface RefusedProps {
  refused: readonly OutboxRecord[];
  kept: RefusedActions;
}

/** Lets the visitor download feedback that the server will never take, and its files, and delete it. */
export function Refused({ refused, kept }: RefusedProps) {
  const text = useOutboxText();
  const [url, setUrl] = useState<string>();
  const files = useFiles(refused, kept);
  useEffect(() => {
    const made = URL.createObjectURL(exportRefused(refused));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [refused]);
  return (
    <p className="kept__acts">
      <a className="button button--secondary" href={url} download="feedback.json">
        <span className="button__label">{text("download")}</span>
      </a>
      {files.map((file) => (
        <a key={file.url} className="button button--secondary" href={file.url} download={file.name}>
          <span className="button__label">
            <span>{`${text("download")}: `}</span>
            <bdi>{file.name}</bdi>
          </span>
        </a>
      ))}
      <button type="button" className="button button--secondary" onClick={() => void kept.remove(refused)}>
        <span className="button__label">{text("delete")}</span>
      </button>
    </p>
  );
}

/** Returns the files of feedback as downloads. */
function useFiles(refused: readonly OutboxRecord[], { file }: RefusedActions): readonly Download[] {
  const [downloads, setDownloads] = useState<readonly Download[]>([]);
  useEffect(() => {
    let isGone = false;
    const made: Download[] = [];
    async function make() {
      for (const { recordId, id, name } of refused.flatMap(fileEntriesOf)) {
        const content = await file(recordId, id).catch(() => undefined);
        if (isGone) return;
        if (content) made.push({ name, url: URL.createObjectURL(content) });
      }
      setDownloads([...made]);
    }
    void make();
    return () => {
      isGone = true;
      for (const { url } of made) URL.revokeObjectURL(url);
    };
  }, [refused, file]);
  return downloads;
}

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
function fileEntriesOf({ id: recordId, files = {} }: OutboxRecord): RecordFile[] {
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
