// The servers that the benchmark of ingest compares, each with the survey imported and a data folder of its own.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { measureProcess } from "../process.mjs";
import { writeRecords } from "./survey.mjs";

// A log line for each request would distort the figures.
const ENVIRONMENT = { ...process.env, PULSEN_LOG: "warn" };

/** Starts `pulsen` with the survey on SQLite, or on the PostgreSQL database at an address. */
export async function startStoring({ pulsen }, folder, postgres) {
  const database = postgres ? ["--database", postgres] : ["--data", join(folder, "data")];
  execFileSync(pulsen, ["import", writeRecords(folder), ...database], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return start(pulsen, ["serve", "--listen", "127.0.0.1:0", "--rate-limit", "off", ...database]);
}

/** Starts the server that reads feedback and stores nothing. */
export function startParsing({ parseOnly }, folder) {
  return start(parseOnly, [join(folder, "unused")]);
}

async function start(program, options) {
  const child = spawn(program, options, { env: ENVIRONMENT, stdio: ["ignore", "pipe", "inherit"] });
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
