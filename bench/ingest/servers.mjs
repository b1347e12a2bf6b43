// The servers that the benchmark of ingest compares, each with the survey imported and a data folder of its own.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { measureProcess } from "../process.mjs";
import { writeRecords } from "./survey.mjs";

// A log line for each request would distort the figures.
const ENVIRONMENT = { ...process.env, PULSEN_LOG: "warn" };

/** Starts `pulsen` with the survey on SQLite, or on the PostgreSQL database at an address. */
export async function startStoring({ pulsen }, folder, postgres, options = [], settings = {}) {
  const database = databaseOptions(folder, postgres);
  execFileSync(pulsen, ["import", writeRecords(folder), ...database], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const fixed = ["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off"];
  return start(pulsen, [...fixed, ...options, ...database], settings);
}

/** Starts `pulsen` as `startStoring` does, with what an operator sees of it: metrics, and a log line for each request. */
export function startObserved(programs, folder) {
  const settings = { env: { ...process.env, PULSEN_LOG: "info" }, log: openSync(join(folder, "log"), "w") };
  return startStoring(programs, folder, undefined, ["--metrics", "127.0.0.1:0"], settings);
}

function databaseOptions(folder, postgres) {
  return postgres ? ["--database", postgres] : ["--data", join(folder, "data")];
}

/**
 * Starts `pulsen` as `startStoring` does, with a webhook that is notified of every feedback. Nobody listens there, so that what is
 * measured is what the webhook costs the visitors.
 */
export async function startStoringWithWebhook({ pulsen }, folder, postgres) {
  const server = await startStoring({ pulsen }, folder, postgres, ["--allow-private-webhooks"]);
  const database = databaseOptions(folder, postgres);
  const token = execFileSync(pulsen, ["staff-token", "bench", ...database], { encoding: "utf8" }).trim();
  const response = await fetch(`http://${server.address}/v1/staff/webhooks/bench`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: "http://127.0.0.1:9/", events: ["feedback.completed"] }),
  });
  if (!response.ok) throw new Error(`The webhook was refused: ${await response.text()}`);
  return server;
}

/** Starts the server that reads feedback and stores nothing. */
export function startParsing({ parseOnly }, folder) {
  return start(parseOnly, [join(folder, "unused")]);
}

async function start(program, options, { env = ENVIRONMENT, log = "inherit" } = {}) {
  const child = spawn(program, options, { env, stdio: ["ignore", "pipe", log] });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^listening on http:\/\/(\S+)$/.exec(line)?.[1];
    if (!address) continue;
    child.stdout.resume();
    return {
      address,
      ...measureProcess(child.pid),
      async stop() {
        child.kill();
        if (child.exitCode === null) await once(child, "exit");
      },
    };
  }
  throw new Error(`${program} exited before it listened (exit code ${child.exitCode}).`);
}
