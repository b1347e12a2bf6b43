import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PulsenServer } from "./pulsenServer";

let count = 0;

/** Imports a widget with these settings, by default for a flow that ends in a chat, and returns its code. */
export function importWidget(pulsen: PulsenServer, settings: Record<string, unknown>): string {
  count += 1;
  const code = `PSN-E2E${String(count).padStart(4, "0")}`;
  const records = mkdtempSync(join(tmpdir(), "pulsen-widget-"));
  const widget = { code, node_id: "e2e-node", default_language_code: "en", ...settings };
  mkdirSync(join(records, "widgets"));
  writeFileSync(join(records, "widgets", `${code}.json`), JSON.stringify(widget));
  pulsen.import(records);
  rmSync(records, { recursive: true });
  return code;
}
