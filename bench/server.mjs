import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createStaffToken, importRecords, startServer } from "pulsen-loader/e2e/server";
import { measureProcess } from "./process.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Starts the server on a free port with the demo's records and a data folder of its own. Prefers the release binary,
 * and prints a note if it measures a debug build.
 *
 * @param {string[]} options further options of `pulsen serve`.
 * @param {object} [settings]
 * @param {string} [settings.wanted] the binary to start.
 * @param {string} [settings.records] a folder of further records.
 * @param {string} [settings.database] a PostgreSQL to use, which `options` name as well.
 * @param {(database: string) => void} [settings.prepare] is called with the file of SQLite before the server starts.
 */
export async function startPulsen(
  options = [],
  { wanted = process.env.PULSEN_BIN, records, database, prepare } = {},
) {
  const candidates = [wanted, `${ROOT}target/release/pulsen`, `${ROOT}target/debug/pulsen`];
  const binary = candidates.find((path) => path && existsSync(path));
  if (!binary) throw new Error("The pulsen binary does not exist. Build it with `make build`.");
  if (!binary.includes("release")) console.log("NOTE: measured with a debug build of the server.\n");

  if (database) process.env.PULSEN_DATABASE = database;
  else delete process.env.PULSEN_DATABASE;
  const data = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
  importRecords(binary, `${ROOT}examples`, data);
  if (records) importRecords(binary, records, data);
  prepare?.(join(data, "pulsen.db"));
  // A log line per request would distort the figures.
  const settings = { env: { PULSEN_LOG: "warn" }, stderr: "inherit" };
  const { child, port } = await startServer(binary, ["--data", data, ...options], settings);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    /** The file of SQLite, or the address of PostgreSQL. */
    database: database ?? join(data, "pulsen.db"),
    ...measureProcess(child.pid),
    // Servers may share a database, in which a name is taken only once.
    staffToken: () => createStaffToken(binary, `bench ${port}`, data),
    /** Adds an owner; returns the one-time link for their password. */
    personLink(email, name) {
      const person = [email, "--name", name, "--role", "owner"];
      const action = ["user", "add", ...person, "--server", url, "--data", data];
      const printed = execFileSync(binary, action, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      return /http\S+#\S+/.exec(printed)[0];
    },
    /** Ends the server and removes its data. */
    async stop() {
      child.kill();
      await exited;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
