/**
 * Runs the conformance suite of Socket.IO's protocol against the server's own connections and its Socket.IO, and prints how
 * many of its tests pass. The suite is the folder `test-suite` of the repository socketio/socket.io-protocol, of which a
 * clone is needed: `make conformance SUITE=path/to/test-suite`. It asks at port 3000.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { atEnd, runBenchmark } from "../runBenchmark.mjs";

const ADDRESS = "127.0.0.1:3000";

/** Tests of the suite that its reference implementation, the `socket.io` of npm, passes. */
const REFERENCE = { passed: 31, all: 32 };

await runBenchmark(async () => {
  const suite = process.argv[2];
  if (!suite || !existsSync(join(suite, "test-suite.js")))
    throw new Error("Name the folder `test-suite` of socketio/socket.io-protocol: make conformance SUITE=…");
  await startEcho(process.env.PULSEN_SOCKET_ECHO ?? "target/debug/socket_echo");

  const { passed, all } = await run(suite);
  console.log(`\n${passed} of ${all} tests pass; of the reference, ${REFERENCE.passed} of ${REFERENCE.all}.`);
});

async function startEcho(binary) {
  if (!existsSync(binary)) throw new Error(`${binary} does not exist: build it with \`make conformance\`.`);
  const child = spawn(binary, [ADDRESS], { stdio: ["ignore", "pipe", "inherit"] });
  atEnd(() => child.kill());
  const ready = once(createInterface({ input: child.stdout }), "line");
  const ended = once(child, "exit").then(() => {
    throw new Error(`${binary} ended: is port 3000 free?`);
  });
  await Promise.race([ready, ended]);
}

/** The suite is copied into the project, where it finds `ws`; what it imports for Node is replaced by `nodeImports.mjs`. */
async function run(suite) {
  mkdirSync("target", { recursive: true });
  const folder = mkdtempSync("target/socket-suite-");
  atEnd(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(suite, "test-suite.js"), join(folder, "suite.test.js"));
  copyFileSync(fileURLToPath(new URL("nodeImports.mjs", import.meta.url)), join(folder, "node-imports.js"));

  const vitest = await startVitest("test", [], { root: folder, watch: false, config: false });
  atEnd(() => vitest.close());
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  return { passed: tests.filter((test) => test.result().state === "passed").length, all: tests.length };
}
