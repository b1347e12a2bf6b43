// Measures how fast uploads are stored, beside copies of the same file that wait for the disk as uploads do.
//
// The file is a PDF document, which is stored as it is: images are decoded and written anew, which is another matter. Uploads
// and copies take turns, so that other work on this machine affects both.

import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importRecords, startServer } from "pulsen-loader/e2e/server";
import { median, printTable } from "./stats.mjs";

const MEGABYTES = 8;
const FILES = 12;
const ROUNDS = 5;
/** Files at a time. */
const PARALLEL = 2;

const pulsen = process.env.PULSEN_BIN ?? fileURLToPath(new URL("../target/release/pulsen", import.meta.url));
if (!existsSync(pulsen)) throw new Error(`${pulsen} does not exist: run \`make build\`.`);
const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const file = Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    randomBytes(MEGABYTES * 1e6),
    Buffer.from("\nstartxref\n0\n%%EOF\n"),
  ]);
  const source = join(folder, "source.pdf");
  writeFileSync(source, file);
  const data = join(folder, "data");
  importRecords(pulsen, writeRecords(), data);
  const settings = { env: { PULSEN_LOG: "warn" }, stderr: "inherit" };
  const { child, port } = await startServer(pulsen, ["--data", data, "--rate-limit", "off"], settings);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const rates = { upload: [], copy: [] };
  try {
    // The first round warms up.
    for (let round = -1; round < ROUNDS; round++) {
      const upload = await megabytesPerSecond(() => send(port, file));
      const copy = await megabytesPerSecond(() => copyDurably(source, join(folder, `${randomUUID()}.pdf`)));
      if (round < 0) continue;
      rates.upload.push(upload);
      rates.copy.push(copy);
    }
  } finally {
    child.kill();
    await exited;
  }
  const ratio = median(rates.upload.map((rate, round) => rate / rates.copy[round]));
  printTable([
    [`files of ${MEGABYTES} MB, ${PARALLEL} at a time, medians of ${ROUNDS} rounds`, "MB/s"],
    ["uploads", median(rates.upload).toFixed(0)],
    ["copies that wait for the disk", median(rates.copy).toFixed(0)],
    ["uploads ÷ copies", ratio.toFixed(2)],
  ]);
}

async function megabytesPerSecond(store) {
  const begin = performance.now();
  let left = FILES;
  const storeSome = async () => {
    while (left-- > 0) await store();
  };
  await Promise.all(Array.from({ length: PARALLEL }, storeSome));
  return (FILES * MEGABYTES * 1000) / (performance.now() - begin);
}

/** Each upload is of another device: what one device may have is limited. */
async function send(port, file) {
  const form = new FormData();
  form.append("file", new Blob([file]), "receipt.pdf");
  const response = await fetch(
    `http://127.0.0.1:${port}/v1/attachments?node_id=bench-node&question_id=receipt`,
    {
      method: "POST",
      headers: { "X-Device-Id": randomUUID() },
      body: form,
    },
  );
  const text = await response.text();
  if (!response.ok || JSON.parse(text).size !== file.length) throw new Error(`${response.status}: ${text}`);
}

async function copyDurably(source, target) {
  await copyFile(source, target);
  const copy = await open(target);
  await copy.sync();
  await copy.close();
}

function writeRecords() {
  const question = { id: "receipt", key: "receipt", style: "file", body: { en: "Your receipt" } };
  const elements = [
    { id: "receipt-element", type: "question", order: 0, question },
    { id: "send", type: "submit", order: 1, body: { en: "Send" } },
  ];
  const states = [
    { id: "first", style: "normal", isInitialState: true, nextStateId: "thanks", elements },
    { id: "thanks", style: "thank_you", elements: [] },
  ];
  const flow = { id: "bench-flow", languages: [{ id: "en", code: "en" }], defaultLanguageId: "en", states };
  const node = { id: "bench-node", flow_id: flow.id, status: "active" };
  const records = join(folder, "records");
  for (const [kind, record] of Object.entries({ flows: flow, nodes: node })) {
    mkdirSync(join(records, kind), { recursive: true });
    writeFileSync(join(records, kind, `${record.id}.json`), JSON.stringify(record));
  }
  return records;
}
