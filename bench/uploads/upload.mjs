import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Uploads a file to a server, by its address, from a visitor's address, as a trusted proxy passes it on. Each upload is of another device: what one device
 * may have is limited.
 */
export async function upload(server, { name, bytes }, address = "192.0.2.1") {
  const form = new FormData();
  form.append("file", new Blob([bytes]), name);
  const response = await fetch(`${server}/v1/attachments?node_id=bench-node&question_id=receipt`, {
    method: "POST",
    headers: { "X-Device-Id": randomUUID(), "X-Forwarded-For": address },
    body: form,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Writes the records of a node that asks for a file, and returns their folder. */
export function writeRecords(folder) {
  const question = { id: "receipt", key: "receipt", style: "file", body: { en: "Your receipt" } };
  const elements = [
    { id: "receipt-element", type: "question", order: 0, question },
    { id: "send", type: "submit", order: 1, body: { en: "Send" } },
  ];
  const states = [
    { id: "first", style: "normal", isInitialState: true, nextStateId: "thanks", elements },
    { id: "thanks", style: "thank_you", elements: [] },
  ];
  const flow = { id: "bench-flow", languages: [{ id: "en", code: "en" }], defaultLanguageId: "en", states };
  const node = { id: "bench-node", flow_id: flow.id, status: "active" };
  const records = join(folder, "records");
  for (const [kind, record] of Object.entries({ flows: flow, nodes: node })) {
    mkdirSync(join(records, kind), { recursive: true });
    writeFileSync(join(records, kind, `${record.id}.json`), JSON.stringify(record));
  }
  return records;
}
