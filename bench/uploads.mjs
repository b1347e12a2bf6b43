// Measures how fast uploads are stored, beside copies of the same file that wait for the disk as uploads do.
//
// The file is a PDF document, which is stored as it is: images are decoded and re-encoded, which is another matter. Uploads
// and copies take turns, so that other work on this machine affects both.

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { median, printTable } from "./stats.mjs";
import { upload, writeRecords } from "./uploads/upload.mjs";

const MEGABYTES = 8;
const FILES = 12;
const ROUNDS = 5;
/** Files at a time. */
const PARALLEL = 2;

await runBenchmark(async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const bytes = Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    randomBytes(MEGABYTES * 1e6),
    Buffer.from("\nstartxref\n0\n%%EOF\n"),
  ]);
  const file = { name: "receipt.pdf", bytes };
  const source = join(folder, "source.pdf");
  writeFileSync(source, bytes);
  const server = await startPulsen(["--rate-limit", "off"], { records: writeRecords(folder) });
  atEnd(() => server.stop());
  const rates = { upload: [], copy: [] };
  // The first round warms up.
  for (let round = -1; round < ROUNDS; round++) {
    const upload = await megabytesPerSecond(() => store(server.url, file));
    const copy = await megabytesPerSecond(() => copyDurably(source, join(folder, `${randomUUID()}.pdf`)));
    if (round < 0) continue;
    rates.upload.push(upload);
    rates.copy.push(copy);
  }
  const ratio = median(rates.upload.map((rate, round) => rate / rates.copy[round]));
  printTable([
    [`files of ${MEGABYTES} MB, ${PARALLEL} at a time, medians of ${ROUNDS} rounds`, "MB/s"],
    ["uploads", median(rates.upload).toFixed(0)],
    ["copies that wait for the disk", median(rates.copy).toFixed(0)],
    ["uploads ÷ copies", ratio.toFixed(2)],
  ]);
});

async function megabytesPerSecond(storeOne) {
  const begin = performance.now();
  let left = FILES;
  const storeSome = async () => {
    while (left-- > 0) await storeOne();
  };
  await Promise.all(Array.from({ length: PARALLEL }, storeSome));
  return (FILES * MEGABYTES * 1000) / (performance.now() - begin);
}

async function store(server, file) {
  const { size } = await upload(server, file);
  if (size !== file.bytes.length)
    throw new Error(`${size} bytes are stored instead of ${file.bytes.length}.`);
}

async function copyDurably(source, target) {
  await copyFile(source, target);
  const copy = await open(target);
  await copy.sync();
  await copy.close();
}
