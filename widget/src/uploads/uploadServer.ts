import type { Schemas } from "pulsen-loader/wire";
import type { FileAnswer } from "../engine/types";
import { request } from "../http/request";
import { keepVisitor } from "../storage/visitor";
import { type SendOutcome, sendFile } from "./sendFile";

/** Where files are uploaded to. */
export interface UploadServer {
  /** Uploads a file once. Never rejects. */
  send(
    questionId: string,
    file: File,
    onProgress: (part: number) => void,
    signal: AbortSignal,
  ): Promise<SendOutcome>;
  /** Returns path, query and headers of an upload. */
  addressOf(questionId: string): { path: string; headers: Record<string, string> };
  /** Deletes an uploaded file, which would otherwise expire. */
  remove(fileId: string): void;
}

/** What an upload has to name, beside its question (docs/api.md#uploads). */
export interface UploadTarget {
  apiBase: string;
  nodeId: string;
  flow: { id: string; revision: number };
  deviceId: string;
  /** That of the link by which the visitor came. */
  signature: string | undefined;
}

/** Returns the server of a link page or widget. */
export function connectServer({ apiBase, nodeId, flow, deviceId, signature }: UploadTarget): UploadServer {
  const headers = { "X-Device-Id": deviceId, ...(signature && { "X-Signature": signature }) };
  function addressOf(questionId: string) {
    const query = new URLSearchParams({
      node_id: nodeId,
      question_id: questionId,
      flow_id: flow.id,
      flow_revision: String(flow.revision),
    });
    return { path: `/v2/storage/direct_uploads?${query}`, headers };
  }
  return {
    addressOf,
    send(questionId, file, onProgress, signal) {
      keepVisitor(Date.now());
      return sendFile(apiBase + addressOf(questionId).path, headers, file, onProgress, signal);
    },
    remove(fileId) {
      const url = `${apiBase}/v1/attachments/${encodeURIComponent(fileId)}`;
      // Also while the page closes. One that fails is made up for by the expiry.
      request(url, { method: "DELETE", headers, keepalive: true }).catch(() => {});
    },
  };
}

/** Returns the server of a preview: files stay where they are. */
export function previewServer(): UploadServer {
  let count = 0;
  return {
    async send(_, { name, size, type }) {
      count += 1;
      return { status: 200, body: { data: { id: `preview-${count}`, name, size, type } } };
    },
    // Nothing is kept, since every file is taken at once.
    addressOf: () => ({ path: "", headers: {} }),
    remove() {},
  };
}

/** Reads the uploaded file in a response; `undefined` where there is none. */
export function uploadedFile({ status, body }: SendOutcome): FileAnswer | undefined {
  const data: Partial<Schemas["DirectUploadData"]> | undefined = (body as Schemas["DirectUpload"] | undefined)
    ?.data;
  if (status !== 200 || typeof data?.id !== "string") return undefined;
  const { id, name = "", size = 0, type = "" } = data;
  return { id, name, size, type };
}
