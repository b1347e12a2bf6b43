import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Starts the server on a free port, with the demo's data in a folder of its own. The release binary where there is one;
 * a debug build is said to be one.
 *
 * @param {string[]} options further ones of `pulsen serve`.
 */
export async function startPulsen(options = []) {
  const candidates = [process.env.PULSEN_BIN, `${ROOT}target/release/pulsen`, `${ROOT}target/debug/pulsen`];
  const binary = candidates.find((path) => path && existsSync(path));
  if (!binary) throw new Error("There is no pulsen binary. `make build` makes it.");
  if (!binary.includes("release")) console.log("NOTE: measured with a debug build of the server.\n");

  const data = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
  execFileSync(binary, ["import", `${ROOT}examples`, "--data", data], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const server = spawn(binary, ["serve", "--listen", "127.0.0.1:0", "--data", data, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
    // A line for each request would be written into the numbers.
    env: { ...process.env, PULSEN_LOG: "warn" },
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));

  for await (const line of createInterface({ input: server.stdout })) {
    const url = /^listening on (\S+)/.exec(line)?.[1];
    if (!url) continue;
    server.stdout.resume();
    return {
      url: url.replace(/\/$/, ""),
      /** A token for the staff API. */
      staffToken: () =>
        execFileSync(binary, ["staff-token", "bench", "--data", data], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }).trim(),
      /** Ends it and removes its data. */
      async stop() {
        server.kill();
        await ended;
        rmSync(data, { recursive: true, force: true });
      },
    };
  }
  throw new Error("The server ended before it listened.");
}
