import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PulsenServer } from "pulsen-loader/e2e";
import { expect } from "./test";

const EXAMPLES = join(import.meta.dirname, "../../../examples");

/** Imports a channel of its own for a test, with the questions of the example, and returns its id. */
export function importChannel(pulsen: PulsenServer, id: string): string {
  const records = mkdtempSync(join(tmpdir(), "pulsen-channel-"));
  const node = JSON.parse(readFileSync(join(EXAMPLES, "nodes/demo-node.json"), "utf8"));
  mkdirSync(join(records, "nodes"));
  writeFileSync(
    join(records, "nodes", `${id}.json`),
    JSON.stringify({ ...node, $schema: undefined, id, name: `Shop ${id}` }),
  );
  pulsen.import(records);
  rmSync(records, { recursive: true });
  return id;
}

/** What a visitor answers: by default that it was lovely. */
export interface Answers {
  score?: number;
  why?: string;
}

/** Gives feedback without a browser, and returns its id. */
export async function giveFeedback(
  pulsen: PulsenServer,
  node: string,
  { score = 9, why = "Warmer lamps" }: Answers = {},
): Promise<string> {
  const feedback = {
    device_id: randomUUID(),
    node_id: node,
    flow_id: "demo-flow",
    language_id: "en",
    created_at: new Date().toISOString(),
    created_offline: false,
    time_spent_in_seconds: 75,
    state_times_in_ms: { visit: 2100, recommend: 65_000, contact: 900 },
    origin_url: "https://shop.example/table",
    responses: [
      { question_id: "q-mood", option_id: "mood-bad" },
      { question_id: "q-why", body: why },
      { question_id: "q-fix", option_id: "fix-wait" },
      { question_id: "q-recommend", body: String(score) },
      { question_id: "q-email", body: "ayse@shop.example" },
    ],
  };
  const response = await fetch(`${pulsen.url}/v1/feedbacks`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(feedback),
  });
  const body = (await response.json()) as { id: string };
  expect(response.status, JSON.stringify(body)).toBeLessThan(300);
  return body.id;
}

/** Gives feedback on a channel whose flow ends in a chat, and returns its id. */
export async function beginChat(pulsen: PulsenServer): Promise<string> {
  pulsen.import(join(import.meta.dirname, "../../../loader/e2e/records"));
  const response = await fetch(`${pulsen.url}/v1/feedbacks`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      device_id: randomUUID(),
      node_id: "e2e-node",
      flow_id: "e2e-flow",
      language_id: "en",
      created_at: new Date().toISOString(),
      created_offline: false,
      time_spent_in_seconds: 5,
      responses: [{ question_id: "q-mood", option_id: "mood-good" }],
    }),
  });
  return ((await response.json()) as { id: string }).id;
}
