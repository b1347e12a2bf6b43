import type { Schemas } from "pulsen-loader/wire";
import { request } from "../http/request";
import type { Unchecked } from "../http/unchecked";
import { deviceId } from "../storage/visitor";
import { changeKiosk, readKiosk } from "./kioskRecord";
import type { Queue } from "./queue";

/** How often a kiosk says how it is (docs/constants.md#delays). */
const INTERVAL_MS = 300_000;

export interface HealthOptions {
  apiBase: string;
  nodeId: string;
  /** That of the link by which the kiosk was opened. */
  signature: string | undefined;
  queue: Queue;
}

/** Tells the server now and then how the kiosk is (docs/kiosk.md#devices). Returns the function that stops it. */
export function reportHealth(options: HealthOptions): () => void {
  const report = () => {
    // Without a connection staff see that the device is silent.
    send(options).catch(() => {});
  };
  report();
  const timer = setInterval(report, INTERVAL_MS);
  window.addEventListener("online", report);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", report);
  };
}

async function send({ apiBase, nodeId, signature, queue }: HealthOptions) {
  const { waiting, refused } = queue.summary();
  const { syncedAt } = readKiosk();
  const body: Schemas["KioskReport"] = {
    device_id: deviceId(),
    waiting,
    refused: refused.length,
    last_sync_at: syncedAt === undefined ? null : new Date(syncedAt).toISOString(),
    version: pageVersion(),
  };
  const answer = await request(`${apiBase}/v1/nodes/${encodeURIComponent(nodeId)}/devices`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(signature && { "X-Signature": signature }) },
    body: JSON.stringify(body),
  });
  const { device_hash } = (answer.body ?? {}) as Unchecked<"ReportedDevice">;
  if (typeof device_hash === "string") changeKiosk({ deviceHash: device_hash });
}

/** Returns what tells this build of the page from others: the hash in its script's name. */
export function pageVersion(): string {
  const names = Array.from(document.scripts, ({ src }) => /\/assets\/index-([\w-]+)\.js$/.exec(src)?.[1]);
  return names.find(Boolean) ?? "unknown";
}
