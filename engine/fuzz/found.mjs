// What the fuzzers found: one JSON list of texts for each target, for thousands of small files would be in the way.
//
//     node found.mjs unpack TARGET FOLDER    writes the texts as files, for the fuzzer to begin with
//     node found.mjs pack TARGET FOLDER      makes the list anew of the files in the folder
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [act, target, folder] = process.argv.slice(2);
const list = new URL(`found/${target}.json`, import.meta.url);

if (act === "unpack") {
  mkdirSync(folder, { recursive: true });
  JSON.parse(readFileSync(list, "utf8")).forEach((text, at) => {
    writeFileSync(join(folder, `found-${at}`), text);
  });
} else {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  // The targets look at nothing but texts.
  const texts = files
    .map((bytes) => bytes.toString("utf8"))
    .filter((text, at) => files[at].equals(Buffer.from(text)));
  writeFileSync(list, `${JSON.stringify(texts.sort(), null, 1)}\n`);
}
