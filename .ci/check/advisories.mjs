/**
 * Compares the lock files of Rust with a copy of RustSec's advisories, as `cargo deny check advisories` does, in a second and without
 * minutes of installation:
 *
 *   node .ci/check/advisories.mjs FOLDER      FOLDER: a clone of https://github.com/rustsec/advisory-db
 *
 * A vulnerability fails. What is only unmaintained, unsound or noteworthy is listed. Reasons to ignore one are in `deny.toml`
 * (`[advisories]`).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const LOCK_FILES = ["Cargo.lock", "engine/fuzz/Cargo.lock", ".ci/wasm-bindgen/Cargo.lock"];

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(run(process.argv[2]));

function run(folder) {
  if (!folder || !existsSync(join(folder, "crates"))) {
    console.error(
      "Usage: node .ci/check/advisories.mjs FOLDER, a clone of https://github.com/rustsec/advisory-db",
    );
    return 2;
  }
  const ignored = new Set(
    [...readFileSync("deny.toml", "utf8").matchAll(/id = "(RUSTSEC-[\d-]+)"/g)].map(([, id]) => id),
  );
  let faults = 0;
  for (const file of LOCK_FILES) {
    for (const { name, version } of packagesOf(readFileSync(file, "utf8"))) {
      for (const advisory of advisoriesFor(join(folder, "crates", name))) {
        if (ignored.has(advisory.id) || !isAffected(version, advisory)) continue;
        if (!advisory.informational) faults += 1;
        console.error(
          `${file}: ${name} ${version}: ${advisory.id} (${advisory.informational ?? "vulnerability"}) ${advisory.title}`,
        );
      }
    }
  }
  console.log(
    faults > 0
      ? `advisories: ${faults} vulnerabilities.`
      : "No dependency of Rust has a known vulnerability.",
  );
  return faults > 0 ? 1 : 0;
}

/** The crates of a lock file that come from a registry. */
export function packagesOf(lock) {
  const entries = lock.split("[[package]]\n").slice(1);
  const field = (entry, name) => new RegExp(`^${name} = "([^"]+)"`, "m").exec(entry)?.[1];
  return entries
    .filter((entry) => field(entry, "source"))
    .map((entry) => ({ name: field(entry, "name"), version: field(entry, "version") }));
}

function advisoriesFor(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return files
    .map((name) => advisoryOf(readFileSync(join(folder, name), "utf8")))
    .filter(({ withdrawn }) => !withdrawn);
}

/** Reads what is needed of an advisory: a table in TOML, then a text whose first heading is the title. */
export function advisoryOf(text) {
  const toml = /```toml\n(.*?)```/s.exec(text)[1];
  const one = (name) => new RegExp(`^${name} = "([^"]*)"`, "m").exec(toml)?.[1];
  const list = (name) => {
    const items = new RegExp(`^${name} = \\[(.*?)\\]`, "ms").exec(toml)?.[1] ?? "";
    return [...items.matchAll(/"([^"]*)"/g)].map(([, item]) => item);
  };
  return {
    id: one("id"),
    informational: one("informational"),
    withdrawn: one("withdrawn"),
    title: /^# (.*)$/m.exec(text)?.[1] ?? "",
    patched: list("patched"),
    unaffected: list("unaffected"),
  };
}

export function isAffected(version, { patched, unaffected }) {
  return ![...patched, ...unaffected].some((requirement) => fits(version, requirement));
}

/** Returns whether a version fits all comparators of a requirement, such as `>= 1.2.3, < 2`. */
export function fits(version, requirement) {
  return requirement.split(",").every((comparator) => fitsOne(parse(version), comparator.trim()));
}

function fitsOne(version, comparator) {
  const [, operator, text] = /^(>=|<=|>|<|=|\^|~)?\s*(.+)$/.exec(comparator);
  if (text === "*") return true;
  const bound = parse(text);
  const order = compare(version, bound);
  const parts = text.split("-")[0].split(".").length;
  const sharesFirst = (count) =>
    bound.numbers.slice(0, count).every((number, at) => version.numbers[at] === number);
  switch (operator) {
    case ">=":
      return order >= 0;
    case ">":
      return order > 0 && (parts === 3 || !sharesFirst(parts));
    case "<=":
      return order <= 0 || (parts < 3 && sharesFirst(parts));
    case "<":
      return order < 0;
    case "=":
      return order === 0 || (parts < 3 && sharesFirst(parts));
    case "~":
      return order >= 0 && sharesFirst(Math.min(parts, 2));
    default: {
      // Up to the next version that may break: the first number that is not zero stays.
      const significant = bound.numbers.findIndex((number) => number > 0);
      return order >= 0 && sharesFirst(significant < 0 ? parts : significant + 1);
    }
  }
}

function parse(text) {
  const [core, ...rest] = text.split("+")[0].split("-");
  const numbers = core.split(".").map(Number);
  while (numbers.length < 3) numbers.push(0);
  return { numbers, before: rest.join("-") };
}

/** Orders two versions. A pre-release comes before its version; among each other they are ordered part by part. */
function compare(one, other) {
  const difference = one.numbers.map((number, at) => number - other.numbers[at]).find((step) => step !== 0);
  if (difference !== undefined) return difference;
  if (one.before === other.before) return 0;
  if (one.before === "" || other.before === "") return one.before === "" ? 1 : -1;
  return one.before.localeCompare(other.before, "en", { numeric: true });
}
