// Measures how long a visitor waits until a photo is stored, beside a stranger whose address keeps sending images that are as
// large as images may be, as many at a time as one address may send; and without that, in the same run.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importRecords, startServer } from "pulsen-loader/e2e/server";
import { median, printTable } from "./stats.mjs";
import { picture } from "./uploads/picture.mjs";
import { upload, writeRecords } from "./uploads/upload.mjs";

const PHOTOS = 9;
/** Images of the stranger at the same time. */
const AT_ONCE = 16;

const pulsen = process.env.PULSEN_BIN ?? fileURLToPath(new URL("../target/release/pulsen", import.meta.url));
if (!existsSync(pulsen)) throw new Error(`${pulsen} does not exist: run \`make build\`.`);
const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const photo = picture("photo.png", 2_000, 1_500);
  const huge = picture("huge.png", 6_320, 6_320);
  const data = join(folder, "data");
  importRecords(pulsen, writeRecords(folder), data);
  const settings = { env: { PULSEN_LOG: "warn" }, stderr: "inherit" };
  const { child, port } = await startServer(pulsen, ["--data", data, "--rate-limit", "off"], settings);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stranger = { isThere: true, stored: 0 };
  try {
    await secondsOfPhotos(port, photo, 1);
    const alone = await secondsOfPhotos(port, photo, PHOTOS);
    const sending = Array.from({ length: AT_ONCE }, () => keepSending(port, huge, stranger));
    const beside = await secondsOfPhotos(port, photo, PHOTOS);
    stranger.isThere = false;
    await Promise.all(sending);
    print(alone, beside, stranger);
  } finally {
    child.kill();
    await exited;
  }
}

async function secondsOfPhotos(port, photo, count) {
  const seconds = [];
  for (let number = 0; number < count; number++) {
    const begin = performance.now();
    await upload(port, photo);
    seconds.push((performance.now() - begin) / 1000);
  }
  return seconds;
}

async function keepSending(port, image, stranger) {
  while (stranger.isThere) {
    // An upload whose turn does not come in time is refused.
    await upload(port, image, "192.0.2.66").then(
      () => stranger.stored++,
      () => {},
    );
  }
}

function print(alone, beside, { stored }) {
  const row = (name, seconds) => [name, median(seconds).toFixed(2), Math.max(...seconds).toFixed(2)];
  printTable([
    [`seconds until a photo is stored, ${PHOTOS} photos one after another`, "median", "longest"],
    row("alone", alone),
    row(`beside ${AT_ONCE} large images of one stranger (${stored} stored)`, beside),
    ["beside ÷ alone", (median(beside) / median(alone)).toFixed(2), ""],
  ]);
}
