// How long the source files are: small files, one concept each, are what keeps the code readable.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { median, printTable } from "./stats.mjs";

const SOURCE = new Set([".css", ".mjs", ".rs", ".ts", ".tsx"]);
const LARGEST = 10;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
  .split("\0")
  .filter((path) => SOURCE.has(extname(path)))
  .map((path) => ({ path, kind: extname(path).slice(1), lines: lineCount(path) }))
  .filter(({ lines }) => lines > 0)
  .sort((a, b) => b.lines - a.lines);

if (files.length === 0) {
  console.log("git tracks no source file.");
} else {
  const kinds = [...new Set(files.map(({ kind }) => kind))].sort();
  printTable([
    ["kind", "files", "lines", "median"],
    ...kinds.map((kind) =>
      summary(
        kind,
        files.filter((file) => file.kind === kind),
      ),
    ),
    summary("all", files),
  ]);
  console.log(`\nThe largest ${LARGEST}:`);
  printTable(files.slice(0, LARGEST).map(({ path, lines }) => [path, lines]));
}

function lineCount(path) {
  try {
    return readFileSync(path, "utf8").split("\n").length - 1;
  } catch (error) {
    // Tracked, but deleted in the work tree.
    if (error.code === "ENOENT") return 0;
    throw error;
  }
}

function summary(name, group) {
  const lines = group.map((file) => file.lines);
  return [name, group.length, lines.reduce((sum, count) => sum + count, 0), median(lines)];
}
