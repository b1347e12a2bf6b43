/**
 * Writes what `pulsen licenses` prints, into backend/licenses: a list of everything that is in the program (CycloneDX), and the
 * texts of its licenses. With `--check` it compares instead. It reads Cargo.lock, package-lock.json and the sources that cargo
 * and npm have unpacked, and nothing from the network.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { crates } from "./crates.mjs";
import { npmPackages } from "./npmPackages.mjs";
import { textsOf } from "./texts.mjs";

const FOLDER = "backend/licenses";

const components = [...crates(), ...npmPackages()].toSorted((a, b) => compare(key(a), key(b)));
const files = {
  "sbom.json": `${JSON.stringify(billOfMaterials(), null, 1)}\n`,
  "texts.txt": textsOf(components),
};

if (process.argv.includes("--check")) {
  const stale = Object.entries(files).filter(([name, text]) => {
    const path = `${FOLDER}/${name}`;
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  });
  for (const [name] of stale) console.error(`${FOLDER}/${name} is out of date: run \`make licenses\`.`);
  console.log(
    stale.length > 0 ? `licenses: ${stale.length} files are out of date.` : "All licenses are listed.",
  );
  process.exit(stale.length > 0 ? 1 : 0);
}
mkdirSync(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(`${FOLDER}/${name}`, text);
console.log(`${components.length} components.`);

/** CycloneDX 1.5. It has no time and no serial number, so that it is the same for the same lock files. */
function billOfMaterials() {
  const version = /^version = "(.*)"$/m.exec(readFileSync("Cargo.toml", "utf8"))[1];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: "pulsen",
        version,
        licenses: [{ license: { id: "Apache-2.0" } }],
        purl: `pkg:generic/pulsen@${version}`,
      },
    },
    components: components.map(({ name, version, license, purl, hash }) => ({
      type: "library",
      name,
      version,
      ...(hash && { hashes: [hash] }),
      licenses: [{ expression: license }],
      purl,
    })),
  };
}

function key({ purl }) {
  return purl;
}

function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}
