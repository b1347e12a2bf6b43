import { ReplyError, request } from "../http/request";
import type { KeptFile } from "../outbox/records/record";
import type { StoredFile, StoredRun } from "../run/storedRuns";

/** How long the server keeps an upload that no feedback has taken (docs/api.md#uploads-of-a-feedback). */
const UNCLAIMED_MS = 24 * 60 * 60_000;

/** How long a visitor waits for the server's word on the files of a run (docs/constants.md#delays). */
const ASKING_MS = 5_000;

/** What is left of the files of a run. */
export interface FilesLeft {
  /** Those that could not be uploaded yet. */
  kept: KeptFile[];
  /** The ids of those that nobody has any more. */
  gone: Set<string>;
}

/** Where the files of a run are asked for. */
export interface FileSources {
  apiBase: string;
  deviceId: string;
  /** Returns a file that is kept on this device. */
  readKept(id: string): Promise<KeptFile | undefined>;
  now: number;
}

/** Looks for the files of a run: on this device, and at the server as far as that can be asked. */
export async function findFiles(run: StoredRun, sources: FileSources): Promise<FilesLeft> {
  const left: FilesLeft = { kept: [], gone: new Set() };
  const look = async (file: StoredFile) => {
    if (file.uploadedAt === undefined) {
      const kept = await sources.readKept(file.id).catch(() => undefined);
      if (kept) left.kept.push(kept);
      else left.gone.add(file.id);
    } else if (await isGone(file, file.uploadedAt, sources)) left.gone.add(file.id);
  };
  await Promise.all(
    Object.values(run.files ?? {})
      .flat()
      .map(look),
  );
  return left;
}

/** Returns whether the server has an upload no more. Where it cannot be asked, its time decides. */
async function isGone(
  { id, isTaken }: StoredFile,
  uploadedAt: number,
  { apiBase, deviceId, now }: FileSources,
): Promise<boolean> {
  try {
    const headers = { "X-Device-Id": deviceId };
    await request(`${apiBase}/v1/attachments/${encodeURIComponent(id)}`, { headers, timeoutMs: ASKING_MS });
    return false;
  } catch (error) {
    if (error instanceof ReplyError && error.reply.status === 404) return true;
    return !isTaken && now - uploadedAt > UNCLAIMED_MS;
  }
}
