import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** How files are called that a license demands to be passed on. The last one has those of what is in the bundle of Swagger UI. */
const NAMES = /^(licen[cs]e|copying|copyright|notice|unlicense)|^swagger-ui-es-bundle\.js\.LICENSE/i;

/** Who may choose chooses the first of these. */
const PREFERRED = ["MIT", "Apache-2.0", "BSD-3-Clause", "ISC", "Zlib"];

/** Returns the texts of all licenses, each with the components that are under it. */
export function textsOf(components) {
  const byText = new Map();
  for (const component of components) {
    const texts = licenseFiles(component);
    const stated = `${component.name} is under ${component.license}. Its package holds no text of it.`;
    for (const text of texts.length > 0 ? texts : [stated]) {
      byText.set(text, [...(byText.get(text) ?? []), `${component.name} ${component.version}`]);
    }
  }
  const parts = [...byText].map(([text, names]) => `${"=".repeat(80)}\n${names.join(", ")}\n\n${text}\n`);
  return `Pulsen is under the Apache License 2.0. It contains these works, each under its own license.\n\n${parts.join("\n")}`;
}

/** Reads the files of the license that is chosen, and notices. */
function licenseFiles({ folder, license }) {
  const names = readdirSync(folder)
    .filter((name) => NAMES.test(name) && statSync(join(folder, name)).isFile())
    .toSorted();
  const chosen = license.includes(" OR ") ? PREFERRED.find((name) => license.includes(name)) : undefined;
  const isOfOther = (name) =>
    chosen &&
    PREFERRED.some(
      (other) => other !== chosen && name.toLowerCase().includes(other.split("-")[0].toLowerCase()),
    );
  const kept = names.filter((name) => !isOfOther(name));
  return (kept.length > 0 ? kept : names).map((name) => plain(readFileSync(join(folder, name), "utf8")));
}

/** The same text may end its lines otherwise. */
function plain(text) {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
