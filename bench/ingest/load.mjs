// Runs the load client, a program of its own (backend/bench/ingest_load.rs): it shares the processor cores with the
// server, and a client in JavaScript would need more of them than the server does.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Sends feedback for some seconds. Returns `{ acknowledged, errors, seconds, p50, p99 }`, times in ms. */
export async function sendFor(seconds, { client, address, body, connections }) {
  const child = spawn(client, [address, body, connections, seconds].map(String), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Error("The load client failed.");
}

/**
 * Sends one feedback on each connection. `beforeSending` runs when all are connected; `sent` runs at once after the
 * requests were let go, which may be before the last one has left.
 */
export async function sendOnce({ client, address, body, connections, beforeSending, sent }) {
  const child = spawn(client, [address, body, connections, 0].map(String), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== "connected") return JSON.parse(line);
    await beforeSending();
    child.stdin.end("\n");
    await sent();
  }
  throw new Error("The load client failed.");
}
