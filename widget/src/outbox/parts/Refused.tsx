import { useEffect, useState } from "react";
import { exportRefused, fileEntriesOf } from "../exportRefused";
import type { OutboxRecord } from "../record";
import { useOutboxText } from "../texts/catalog";

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
