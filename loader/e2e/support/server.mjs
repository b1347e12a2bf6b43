// Starts the server for browser tests and benchmarks. Plain JavaScript, because node runs the benchmarks directly.
import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export function importRecords(binary, records, data) {
  execFileSync(binary, ["import", records, "--data", data], { stdio: ["ignore", "ignore", "inherit"] });
}

export function createStaffToken(binary, name, data) {
  const command = ["staff-token", name, "--data", data];
  return execFileSync(binary, command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

export async function startServer(binary, options, { address = "127.0.0.1:0", env, stderr = "ignore" } = {}) {
  const child = spawn(binary, ["serve", "--listen", address, ...options], {
    // Tests must not depend on the room that the disk of this machine has.
    env: { ...process.env, PULSEN_DISK_RESERVE: "0", ...env },
    stdio: ["ignore", "pipe", stderr],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^listening on \S+:(\d+)\/?$/.exec(line)?.[1];
    if (!port) continue;
    child.stdout.resume();
    return { child, port };
  }
  throw new Error(`The server exited before it listened (exit code ${child.exitCode}).`);
}
