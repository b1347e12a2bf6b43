// Converts the inputs that fuzzing found between one JSON list for each target, as the repository keeps them, and the
// folder of small files that the fuzzer needs.
//
//     node found.mjs unpack TARGET FOLDER    writes each text of the list to a file in the folder
//     node found.mjs pack TARGET FOLDER      replaces the list by the files of the folder
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [command, target, folder] = process.argv.slice(2);
const list = new URL(`found/${target}.json`, import.meta.url);

if (command === "unpack") {
  mkdirSync(folder, { recursive: true });
  JSON.parse(readFileSync(list, "utf8")).forEach((text, at) => {
    writeFileSync(join(folder, `found-${at}`), text);
  });
} else {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  // The targets ignore inputs that are not UTF-8.
  const texts = files
    .map((bytes) => bytes.toString("utf8"))
    .filter((text, at) => files[at].equals(Buffer.from(text)));
  writeFileSync(list, `${JSON.stringify(texts.sort(), null, 1)}\n`);
}
