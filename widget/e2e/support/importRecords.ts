import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { PulsenServer } from "pulsen-loader/e2e";

const BINARY = process.env.PULSEN_BIN ?? resolve(import.meta.dirname, "../../../target/debug/pulsen");

/** Imports records while the server runs. */
export function importRecords(
  pulsen: PulsenServer,
  records: Partial<Record<"nodes" | "widgets" | "flows" | "connectors", object[]>>,
) {
  inFolder((folder) => {
    for (const [kind, ofKind] of Object.entries(records)) {
      mkdirSync(join(folder, kind));
      for (const [index, record] of ofKind.entries()) {
        writeFileSync(join(folder, kind, `${index}.json`), JSON.stringify(record));
      }
    }
    pulsen.import(folder);
  });
}

/** Returns the path and query of a link to a node that is signed for a customer. */
export function signLink(nodeId: string, privateKey: string, customer: object): string {
  return withFile(privateKey, (file) => {
    const url = new URL(run("sign-link", nodeId, "--key", file, "--customer", JSON.stringify(customer)));
    return url.pathname + url.search;
  });
}

/** Returns what a host's server makes of what it knows about a visitor. */
export function signAttributes(code: string, secret: string, attributes: object, customer: object): string {
  return withFile(secret, (file) => {
    const said = ["--attributes", JSON.stringify(attributes), "--customer", JSON.stringify(customer)];
    return run("sign-attributes", code, "--secret-file", file, ...said);
  });
}

function run(...command: string[]): string {
  // Nothing listens at this port: these commands need no server, but would ask one.
  const env = { ...process.env, PULSEN_SERVER: "http://127.0.0.1:9" };
  return execFileSync(BINARY, command, { encoding: "utf8", env, stdio: ["ignore", "pipe", "ignore"] }).trim();
}

function withFile<Result>(content: string, use: (file: string) => Result): Result {
  return inFolder((folder) => {
    const file = join(folder, "file");
    writeFileSync(file, content, { mode: 0o600 });
    return use(file);
  });
}

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-records-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
