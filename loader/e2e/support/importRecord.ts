import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PulsenServer } from "./pulsenServer";

let count = 0;

/** Imports a widget with these settings, by default for a flow that ends in a chat, and returns its code. */
export function importWidget(pulsen: PulsenServer, settings: Record<string, unknown>): string {
  const code = `PSN-E2E${nextNumber()}`;
  const widget = { code, node_id: "e2e-node", default_language_code: "en", ...settings };
  importRecord(pulsen, "widgets", code, widget);
  return code;
}

/** Imports a node with these settings, by default for a flow that ends in a chat, and returns its id. */
export function importNode(pulsen: PulsenServer, settings: Record<string, unknown>): string {
  const id = `e2e-node-${nextNumber()}`;
  const node = { id, name: "Fener Coffee", flow_id: "e2e-flow", default_language_id: "en", ...settings };
  importRecord(pulsen, "nodes", id, node);
  return id;
}

export function importFlow(pulsen: PulsenServer, flow: { id: string }): void {
  importRecord(pulsen, "flows", flow.id, flow);
}

function nextNumber(): string {
  count += 1;
  return String(count).padStart(4, "0");
}

function importRecord(
  pulsen: PulsenServer,
  kind: "flows" | "nodes" | "widgets",
  name: string,
  record: object,
) {
  const records = mkdtempSync(join(tmpdir(), "pulsen-record-"));
  mkdirSync(join(records, kind));
  writeFileSync(join(records, kind, `${name}.json`), JSON.stringify(record));
  pulsen.import(records);
  rmSync(records, { recursive: true });
}
