// The scanner for viruses (docs/api.md#scanner) with ClamAV's own daemon. Its signatures are one of our own: those of ClamAV
// are hundreds of megabytes.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { importRecords, startServer } from "pulsen-loader/e2e/server";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BINARY = process.env.PULSEN_BIN ?? join(ROOT, "target/debug/pulsen");
const TOOLS = process.env.PULSEN_TOOLS ?? join(homedir(), ".cache/pulsen/tools");
const VIRUS = "pulsen-test-virus-2f6b1c";
const folder = mkdtempSync(join(tmpdir(), "pulsen-scanner-"));
const socket = join(folder, "clamd.ctl");
const options = ["--data", join(folder, "data"), "--scan", `unix:${socket}`];
let clamd;
let server;

before(async () => {
  clamd = await startClamd();
  importRecords(BINARY, join(ROOT, "examples"), join(folder, "data"));
  server = await startServer(BINARY, options, { env: { PULSEN_LOG: "off" } });
});

after(async () => {
  for (const child of [server?.child, clamd]) if (child) await end(child);
  rmSync(folder, { recursive: true, force: true });
});

test("clamd decides which files are stored", async () => {
  assert.equal(doctor(), "ok");
  const packed = deflateSync(Buffer.from(`BT (${VIRUS}) Tj ET`));
  for (const [name, file, status, code] of [
    ["a document", pdf("clean"), 200],
    // More than one part of the protocol.
    ["a large document", pdf("clean ".repeat(100_000)), 200],
    ["an infected document", pdf(VIRUS), 422, "harmful_file"],
    [
      "a document that is infected at its end",
      pdf(`${"clean ".repeat(100_000)}${VIRUS}`),
      422,
      "harmful_file",
    ],
    ["a document with a packed virus", pdf(stream(packed)), 422, "harmful_file"],
    ["an image", png(""), 200],
    ["an infected image", png(VIRUS), 422, "harmful_file"],
  ]) {
    const answer = await upload(file);
    assert.equal(answer.status, status, name);
    assert.equal((await answer.json()).code, code, name);
  }

  await end(clamd);
  const refused = await upload(pdf("clean"));
  assert.equal(refused.status, 503);
  assert.equal((await refused.json()).code, "busy");
  assert.equal(doctor(), "fail");
});

async function startClamd() {
  const signatures = join(folder, "signatures");
  mkdirSync(signatures);
  // NAME:any kind of file:at any place:bytes
  writeFileSync(join(signatures, "pulsen.ndb"), `Pulsen.Test:0:*:${Buffer.from(VIRUS).toString("hex")}\n`);
  const configuration = join(folder, "clamd.conf");
  const lines = [`LocalSocket ${socket}`, `DatabaseDirectory ${signatures}`, "Foreground yes"];
  writeFileSync(configuration, `${lines.join("\n")}\n`);
  const log = join(folder, "clamd.log");
  const output = ["ignore", openSync(log, "w"), openSync(log, "a")];
  const program = join(TOOLS, "clamav/usr/sbin/clamd");
  const child = spawn(program, ["--config-file", configuration], { stdio: output });
  const ended = once(child, "exit").then(() => assert.fail(`clamd has ended:\n${readFileSync(log, "utf8")}`));
  await Promise.race([ended, answers()]);
  ended.catch(() => {});
  return child;
}

async function answers() {
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const answer = await new Promise((resolve) => {
      let text = "";
      const client = connect(socket, () => client.write("zPING\0"));
      client.on("data", (part) => {
        text += part;
      });
      client.on("error", () => resolve(""));
      client.on("end", () => resolve(text));
    });
    if (answer === "PONG\0") return;
    assert.ok(Date.now() < end, `clamd does not answer: ${answer}`);
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

function doctor() {
  const { stdout } = spawnSync(BINARY, ["doctor", "--json", ...options], { encoding: "utf8" });
  return JSON.parse(stdout).find(({ check }) => check === "scanner")?.verdict;
}

function upload(file) {
  const body = new FormData();
  body.append("file", new Blob([file]), "file");
  const headers = { "x-device-id": "scanned" };
  const path = "/v1/attachments?node_id=demo-claim&question_id=q-photos";
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method: "POST", headers, body });
}

function pdf(content) {
  const parts = ["%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n", content, "\nstartxref\n9\n%%EOF\n"];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function stream(packed) {
  const head = `2 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream\nendobj\n")]);
}

/** An image of one pixel with a text behind it, which is not stored. */
function png(text) {
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  return Buffer.concat([Buffer.from(pixel, "base64"), Buffer.from(text)]);
}
