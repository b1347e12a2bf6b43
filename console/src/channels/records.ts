import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callAddress } from "../basics/page";
import { call, getVersioned } from "../http/call";
import { hasCode } from "../http/problem";
import type {
  ChangedRecord,
  CountedSummary,
  FeedbackList,
  ListedRecord,
  ListedRecords,
  RecordCheck,
  RecordRevisions,
} from "../wire";
import type { Document } from "./document";

/** What records are called in addresses of calls. */
export type RecordKind = "nodes" | "widgets" | "flows";

/** A record with its version, the `ETag` by which a change names it. */
export interface StoredRecord {
  document: Document;
  version: string;
}

/** The most that a list has in one part. */
const PART = 200;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** A version that no record has. */
const NEVER = '"0"';

const recordPath = (kind: RecordKind, id: string) => `/v1/staff/${kind}/${encodeURIComponent(id)}`;

/** All records of a kind that one may see, archived ones too, by their ids; of widgets perhaps those of one node. */
export const listQuery = (kind: RecordKind, nodeId?: string) =>
  queryOptions({
    queryKey: ["channels", "list", kind, nodeId ?? null],
    queryFn: async ({ signal }) => {
      const all: ListedRecord[] = [];
      for (let after: string | null = ""; after !== null; ) {
        const query = new URLSearchParams({
          limit: String(PART),
          ...(after && { after }),
          ...(nodeId !== undefined && { node_id: nodeId }),
        });
        const part: ListedRecords = await call<ListedRecords>(
          "GET",
          `/v1/staff/${kind}?${query}`,
          undefined,
          {
            signal,
          },
        );
        all.push(...part.items);
        after = part.next_cursor;
      }
      return all;
    },
  });

export const recordQuery = (kind: RecordKind, id: string) =>
  queryOptions({
    queryKey: ["channels", "record", kind, id],
    queryFn: async ({ signal }): Promise<StoredRecord> => {
      const { value, version } = await getVersioned<Document>(recordPath(kind, id), { signal });
      return { document: value, version };
    },
  });

/** The revisions of a record, newest first: the last ones, as many as a list has in one part. */
export const revisionsQuery = (kind: RecordKind, id: string) =>
  queryOptions({
    queryKey: ["channels", "revisions", kind, id],
    queryFn: ({ signal }) =>
      call<RecordRevisions>("GET", `${recordPath(kind, id)}/revisions?limit=${PART}`, undefined, { signal }),
  });

/** One revision, which never changes. */
export const revisionQuery = (kind: RecordKind, id: string, revision: number) =>
  queryOptions({
    queryKey: ["channels", "revision", kind, id, revision],
    queryFn: ({ signal }) =>
      call<Document>("GET", `${recordPath(kind, id)}/revisions/${revision}`, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How many feedbacks a node has. */
export const countQuery = (nodeId: string) =>
  queryOptions({
    queryKey: ["channels", "count", nodeId],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ node_id: nodeId, limit: "1", total: "true" });
      const { total } = await call<FeedbackList>("GET", `/v1/staff/feedbacks?${query}`, undefined, {
        signal,
      });
      return total ?? null;
    },
  });

/** How often a widget was shown within the last 7 days; `null` where the server does not count. */
export const shownQuery = (flowId: string, nodeId: string, code: string) =>
  queryOptions({
    queryKey: ["channels", "shown", flowId, nodeId, code],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - WEEK_MS).toISOString();
      const query = new URLSearchParams({ node_id: nodeId, received_from: from });
      const path = `/v1/staff/flows/${encodeURIComponent(flowId)}/summary?${query}`;
      const { counters } = await call<CountedSummary>("GET", path, undefined, { signal });
      if (!counters) return null;
      return counters.channels.find(({ widget_code }) => widget_code === code)?.shown ?? 0;
    },
  });

/** Whether files have a record, and the server takes changes of it from imports only. The server says so before it looks at versions. */
export const isFilesOnlyQuery = (kind: RecordKind, id: string, document: Document) =>
  queryOptions({
    queryKey: ["channels", "files-only", kind, id],
    queryFn: async () => {
      try {
        await saveRecord(kind, id, document, NEVER);
      } catch (error) {
        if (hasCode(error, "records_are_files")) return true;
        if (!hasCode(error, "changed")) throw error;
      }
      return false;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The address at which visitors reach the server, without a slash at its end. The loader of a widget has it. */
export const publicAddressQuery = (code: string | null) =>
  queryOptions({
    queryKey: ["channels", "public-address", code],
    queryFn: async () => {
      const own = window.location.origin + callAddress("");
      if (code === null) return own;
      const script = await fetch(loaderPath(code), { credentials: "omit" }).then((response) =>
        response.text(),
      );
      return /"api_base":"([^"\\]+)"/.exec(script)?.[1] ?? own;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const loaderPath = (code: string) => callAddress(`/loader/${encodeURIComponent(code)}.js`);

/** What the server finds in a record that is not stored yet. */
export function checkRecord(kind: RecordKind, document: Document, signal: AbortSignal): Promise<RecordCheck> {
  return call<RecordCheck>("POST", `/v1/staff/check?kind=${kind.slice(0, -1)}`, document, { signal });
}

/** Stores a record; one that is new without a version. */
export function saveRecord(
  kind: RecordKind,
  id: string,
  document: Document,
  version: string | null,
): Promise<ChangedRecord> {
  return call(
    "PUT",
    recordPath(kind, id),
    document,
    version === null ? { isNew: true } : { ifMatch: version },
  );
}

export function archiveRecord(kind: RecordKind, id: string, version: string): Promise<ChangedRecord> {
  return call("DELETE", recordPath(kind, id), undefined, { ifMatch: version });
}

export function restoreRevision(
  kind: RecordKind,
  id: string,
  revision: number,
  version: string,
): Promise<ChangedRecord> {
  return call("POST", `${recordPath(kind, id)}/revisions/${revision}/restore`, undefined, {
    ifMatch: version,
  });
}

/** Returns the version of a revision, as an `ETag`. */
export const versionOf = (revision: number | null) => `"${revision ?? 0}"`;

/** Loads again what may have changed with a record: itself, its revisions, and lists. */
export async function refresh(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey: [area, part] }) =>
      area === "channels" && ["list", "record", "revisions"].includes(String(part)),
  });
}
