// Measures how long a visitor waits until a photo is stored, beside a stranger whose address keeps sending images that are as
// large as images may be, as many at a time as one address may send; and without that, in the same run.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { median, printTable } from "./stats.mjs";
import { picture } from "./uploads/picture.mjs";
import { upload, writeRecords } from "./uploads/upload.mjs";

const PHOTOS = 9;
/** Images of the stranger at the same time. */
const AT_ONCE = 16;

await runBenchmark(async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-bench-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const photo = picture("photo.png", 2_000, 1_500);
  const huge = picture("huge.png", 6_320, 6_320);
  const server = await startPulsen(["--rate-limit", "off"], { records: writeRecords(folder) });
  const stranger = { isThere: true, stored: 0 };
  atEnd(
    () => server.stop(),
    () => {
      stranger.isThere = false;
    },
  );
  await secondsOfPhotos(server.url, photo, 1);
  const alone = await secondsOfPhotos(server.url, photo, PHOTOS);
  const sending = Array.from({ length: AT_ONCE }, () => keepSending(server.url, huge, stranger));
  const beside = await secondsOfPhotos(server.url, photo, PHOTOS);
  stranger.isThere = false;
  await Promise.all(sending);
  print(alone, beside, stranger);
});

async function secondsOfPhotos(url, photo, count) {
  const seconds = [];
  for (let number = 0; number < count; number++) {
    const begin = performance.now();
    await upload(url, photo);
    seconds.push((performance.now() - begin) / 1000);
  }
  return seconds;
}

async function keepSending(url, image, stranger) {
  while (stranger.isThere) {
    // An upload whose turn does not come in time is refused.
    await upload(url, image, "192.0.2.66").then(
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
