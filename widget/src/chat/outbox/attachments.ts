import { randomId } from "../../basics/randomId";
import type { KeptFile } from "../../outbox/records/record";
import type { OutboxStore } from "../../outbox/store/outboxStore";
import type { ChatFile } from "../timeline/pendingMessages";
import type { ImageSize, MessageRecord } from "./message";

/** The attachments of messages that wait. */
export interface Attachments {
  /** How much of those that are being sent has been sent, from 0 to 100, by the keys of their messages. */
  progress: Map<string, number>;
  /** Notes the attachment of a new message, and returns it as it is stored. */
  add(clientKey: string, attachment: ChatFile | undefined): { files: KeptFile[]; imageSize?: ImageSize };
  /** Returns the attachments of messages, by the keys of these. */
  of(records: readonly MessageRecord[]): Promise<ReadonlyMap<string, ChatFile>>;
  /** Forgets that of a message that has arrived or was removed. */
  drop(clientKey: string): void;
  /** Returns what is stored; `undefined` where the browser has lost it. */
  file(clientKey: string, fileId: string): Promise<File | undefined>;
}

export function createAttachments(store: Pick<OutboxStore, "file">): Attachments {
  const known = new Map<string, ChatFile>();

  async function file(clientKey: string, fileId: string): Promise<File | undefined> {
    return (await store.file(clientKey, fileId).catch(console.error))?.file;
  }
  const progress = new Map<string, number>();
  return {
    progress,
    file,
    drop(clientKey) {
      known.delete(clientKey);
      progress.delete(clientKey);
    },
    add(clientKey, attachment) {
      if (!attachment) return { files: [] };
      known.set(clientKey, attachment);
      const { blob, name, width, height } = attachment;
      const file = new File([blob], name, { type: blob.type });
      return { files: [{ id: randomId(), file, path: "", headers: {} }], imageSize: { width, height } };
    },
    async of(records) {
      for (const { id, files = {}, imageSize = { width: 0, height: 0 } } of records) {
        const [entry] = Object.entries(files);
        if (!entry || known.has(id)) continue;
        const [fileId, { name }] = entry;
        const blob = await file(id, fileId);
        if (blob) known.set(id, { blob, name, ...imageSize });
      }
      return known;
    },
  };
}
