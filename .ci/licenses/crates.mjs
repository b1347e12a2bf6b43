import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";

/** What goes into the program, and into the WebAssembly that it holds. */
const PROGRAMS = [
  { name: "backend", platform: "x86_64-unknown-linux-gnu" },
  { name: "engine-wasm", platform: "wasm32-unknown-unknown" },
];

/** Returns the crates of crates.io that are compiled into the program. Those that only build or test it are not in it. */
export function crates() {
  const hashes = checksums();
  const found = new Map();
  for (const { name, platform } of PROGRAMS) {
    const { packages, resolve } = metadata(platform);
    const byId = new Map(packages.map((entry) => [entry.id, entry]));
    const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
    const waiting = [packages.find((entry) => entry.name === name && entry.source === null).id];
    const seen = new Set(waiting);
    while (waiting.length > 0) {
      for (const { pkg, dep_kinds } of nodes.get(waiting.pop()).deps) {
        if (seen.has(pkg) || dep_kinds.every(({ kind }) => kind !== null)) continue;
        seen.add(pkg);
        waiting.push(pkg);
      }
    }
    for (const id of seen) {
      const { name, version, license, source, manifest_path } = byId.get(id);
      if (source === null) continue;
      const content = hashes.get(`${name} ${version}`);
      found.set(`${name} ${version}`, {
        name,
        version,
        license: license?.replaceAll("/", " OR ") ?? "NOASSERTION",
        purl: `pkg:cargo/${name}@${version}`,
        folder: dirname(manifest_path),
        ...(content && { hash: { alg: "SHA-256", content } }),
      });
    }
  }
  return [...found.values()];
}

function metadata(platform) {
  const options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", platform];
  return JSON.parse(execFileSync("cargo", options, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 }));
}

function checksums() {
  const entry = /name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"/g;
  const entries = readFileSync("Cargo.lock", "utf8").matchAll(entry);
  return new Map([...entries].map(([, name, version, checksum]) => [`${name} ${version}`, checksum]));
}
