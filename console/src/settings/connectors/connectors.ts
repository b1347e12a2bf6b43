import { queryOptions } from "@tanstack/react-query";
import { call, getVersioned } from "../../http/call";
import type { ListedRecord, RecordCheck } from "../../wire";
import { loadAll } from "../parts/pages";

/** The keys of the list of connectors, of one of them, and of the revisions of one. */
export const CONNECTORS = "settings-connectors";
export const CONNECTOR = "settings-connector";
export const REVISIONS = "settings-connector-revisions";

/** What a connector has, as far as the page shows it (docs/connectors.md#fields). */
export interface Connector {
  id: string;
  method?: string;
  url?: string;
  headers?: Record<string, unknown>;
  timeout_ms?: number;
  questions?: Record<string, string>;
  data?: Record<string, string>;
  nodes?: string[];
  flows?: string[];
}

/** All connectors, archived ones too. */
export const connectorsQuery = queryOptions({
  queryKey: [CONNECTORS],
  queryFn: ({ signal }) => loadAll<ListedRecord>("/v1/staff/connectors", signal),
});

/** Returns what loads one connector, with its version. */
export const connectorQuery = (id: string) =>
  queryOptions({
    queryKey: [CONNECTOR, id],
    queryFn: ({ signal }) => getVersioned<Connector>(connectorPath(id), { signal }),
  });

/** Returns the path of the calls of a connector. */
export function connectorPath(id: string): string {
  return `/v1/staff/connectors/${encodeURIComponent(id)}`;
}

/** Asks the server what is wrong with the text of a connector. Nothing is stored. */
export function checkConnector(text: string): Promise<RecordCheck> {
  return call("POST", "/v1/staff/check?kind=connector", new Blob([text], { type: "application/json" }));
}
