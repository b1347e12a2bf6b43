// How long files are, and that public items are documented. Small files with one concept each are what keeps the code
// readable. Usage: node .ci/check/house.mjs [FOLDER OF A CHECKOUT] [--check]
//
// Without `--check` it prints a report, with it only what breaks a limit:
// - no source file has more than 500 lines, but those that programs write;
// - every `pub` item of Rust (not fields, not `pub(crate)`) has a doc comment.
import { extname } from "node:path/posix";
import { isScript, listFiles, readText, report, rootFromArguments } from "./files.mjs";

const SOURCE = new Set([".css", ".js", ".mjs", ".rs", ".ts", ".tsx"]);
const GENERATED = /(^|\/)generated\.ts$/;
const MAX_FILE_LINES = 500;
const LONGEST = 10;

const PUBLIC_ITEM =
  /^\s*pub (?:(?:const|async|unsafe) )*(?:fn|struct|enum|union|trait|type|const|static|mod) /;
const PRODUCTION_RUST = /^[\w-]+\/(\w+\/)?src\/.*\.rs$/;

/** Reads and measures every source file of a checkout. */
export function measure(root) {
  return listFiles(root)
    .filter((path) => SOURCE.has(extname(path)) && !GENERATED.test(path))
    .map((path) => {
      const text = readText(root, path);
      return { path, text, lines: text.split("\n").length - 1 };
    })
    .filter(({ lines }) => lines > 0);
}

/** One text for each broken limit. */
export function findBrokenLimits(files) {
  return files.flatMap((file) => [
    ...(file.lines > MAX_FILE_LINES
      ? [`${file.path}: ${file.lines} lines, more than ${MAX_FILE_LINES}: divide it`]
      : []),
    ...(PRODUCTION_RUST.test(file.path) ? undocumented(file) : []),
  ]);
}

function undocumented({ path, text }) {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    if (!PUBLIC_ITEM.test(line) || isDocumented(lines, at)) return [];
    // A module in a file of its own is documented there.
    if (/^\s*pub mod \w+;/.test(line)) return [];
    return [`${path}:${at + 1}: a public item without a doc comment: ${line.trim()}`];
  });
}

function isDocumented(lines, item) {
  for (let at = item - 1; at >= 0; at -= 1) {
    const line = lines[at].trim();
    if (line.startsWith("///") || line.endsWith("*/")) return true;
    // Attributes stand between the comment and the item, on one line or over several.
    if (!/^(#\[|[)\]]|\w[\w\s]*[=(,]|.*[,(]$)/.test(line) || line === "") return false;
  }
  return false;
}

function printReport(files) {
  const kinds = [...new Set(files.map(({ path }) => extname(path).slice(1)))].sort();
  printTable([
    ["kind", "files", "lines", "median", "p90", "max"],
    ...kinds.map((kind) =>
      summary(
        kind,
        files.filter(({ path }) => extname(path) === `.${kind}`),
      ),
    ),
    summary("all", files),
  ]);
  console.log(`\nThe ${LONGEST} longest files:`);
  printTable(
    [...files]
      .sort((a, b) => b.lines - a.lines)
      .slice(0, LONGEST)
      .map(({ path, lines }) => [path, lines]),
  );
}

function summary(name, files) {
  const lines = files.map((file) => file.lines).sort((a, b) => a - b);
  const quantile = (share) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))];
  return [
    name,
    lines.length,
    lines.reduce((sum, count) => sum + count, 0),
    quantile(0.5),
    quantile(0.9),
    lines.at(-1),
  ];
}

function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows) {
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at]))).join("  ")}`,
    );
  }
}

if (isScript(import.meta.url)) {
  const isCheck = process.argv.includes("--check");
  process.argv = process.argv.filter((argument) => argument !== "--check");
  const root = rootFromArguments();
  const files = measure(root);
  if (!isCheck) printReport(files);
  else if (report("limits", findBrokenLimits(files))) console.log("All within the limits.");
}
