// The files of a checkout that the checks read: what git tracks, and what it would track after `git add`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** The checkout that a script works on: its first argument, or the repository that the script belongs to. */
export function rootFromArguments() {
  return resolve(process.argv[2] ?? REPOSITORY);
}

/** Whether a module was started as a script, and not imported. */
export function isScript(moduleUrl) {
  const script = process.argv[1];
  return script !== undefined && moduleUrl === pathToFileURL(script).href;
}

/** The paths of all files, relative to `root`, with `/` between folders. */
export function listFiles(root) {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  // A file that was deleted and not yet committed is still listed.
  return [...new Set(listed.split("\0"))]
    .filter((path) => path !== "" && existsSync(join(root, path)))
    .sort();
}

export function readText(root, path) {
  return readFileSync(join(root, path), "utf8");
}

/** The line that a position of `text` is on, counted from 1. */
export function lineAt(text, index) {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** Prints what was found and sets the exit code. Returns whether nothing was found. */
export function report(name, findings) {
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) {
    console.error(`${name}: ${findings.length} found.`);
    process.exitCode = 1;
  }
  return findings.length === 0;
}
