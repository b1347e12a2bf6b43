/** A file that could not be uploaded when it was chosen. The outbox uploads it before the feedback that names it. */
export interface KeptFile {
  /** What answers name until the file is uploaded, in place of the id that the server gives it. */
  id: string;
  file: File;
  /** Path and query of the upload. */
  path: string;
  /** The headers of the upload: whose it is. */
  headers: Record<string, string>;
}

/** What a record of the outbox knows of a kept file. Its content is stored beside the records. */
export interface FileEntry {
  name: string;
  /** In bytes. */
  size: number;
  type: string;
  /** The id that the server has given it. */
  uploadedAs?: string;
}

/** These by the ids that answers name. */
export type FileEntries = Readonly<Record<string, FileEntry>>;

/** Returns what records know of files. */
export function entriesOf(files: readonly KeptFile[]): Record<string, FileEntry> {
  const entryOf = ({ id, file: { name, size, type } }: KeptFile) => [id, { name, size, type }];
  return Object.fromEntries(files.map(entryOf));
}
