// Which TypeScript module imports which other one.
//
// Every import counts: of values, of types only, re-exports, and `import()`. Imports of a package of this repository
// (`pulsen-loader/protocol`) lead to the file that the package exports under that name.
import { dirname, join, normalize } from "node:path/posix";
import { blankTypeScriptComments } from "./blank.mjs";
import { lineAt, readText } from "./files.mjs";

const MODULE = /\.(ts|tsx|mjs|js)$/;
const IMPORT = /\b(?:import|export)\b[^;'"`]*?\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;
const SUFFIXES = ["", ".ts", ".tsx", ".mjs", ".js", "/index.ts", "/index.tsx"];

/** All imports within the packages: `{edges: [{from, to, line}], findings: [text]}`. */
export function typescriptImports(root, files) {
  const existing = new Set(files);
  const packages = files
    .filter((path) => /^[^/]+\/package\.json$/.test(path))
    .map((path) => ({ folder: dirname(path), ...JSON.parse(readText(root, path)) }));
  const edges = [];
  const findings = [];
  for (const from of files.filter(
    (path) => MODULE.test(path) && packages.some(({ folder }) => isIn(path, folder)),
  )) {
    const code = blankTypeScriptComments(readText(root, from));
    for (const match of code.matchAll(IMPORT)) {
      const written = (match[1] ?? match[2]).replace(/\?.*$/, "");
      const to = target(existing, packages, from, written);
      if (to === undefined) continue;
      const line = lineAt(code, match.index);
      edges.push({ from, to, line });
      const finding = boundary(packages, from, to, written);
      if (finding) findings.push(`${from}:${line}: ${finding}`);
    }
  }
  return { edges: edges.filter(({ from, to }) => from !== to && MODULE.test(to)), findings };
}

function target(existing, packages, from, written) {
  if (written.startsWith(".")) {
    const path = normalize(join(dirname(from), written));
    return SUFFIXES.map((suffix) => path + suffix).find((candidate) => existing.has(candidate));
  }
  const owner = packages.find(({ name }) => written === name || written.startsWith(`${name}/`));
  if (!owner) return undefined;
  const exported = owner.exports?.[`.${written.slice(owner.name.length)}`];
  const file =
    typeof exported === "string" ? exported : (exported?.default ?? exported?.import ?? exported?.types);
  return file && normalize(join(owner.folder, file));
}

/** Packages meet by what they export, and the loader knows nothing of the widget. Data (JSON) may be read anywhere. */
function boundary(packages, from, to, written) {
  if (!MODULE.test(to)) return undefined;
  const owner = packages.find(({ folder }) => isIn(from, folder));
  const other = packages.find(({ folder }) => isIn(to, folder));
  if (!other || owner === other) return undefined;
  if (owner.folder === "loader") return `the loader must not import from ${other.folder}/ (${written})`;
  if (written.startsWith("."))
    return `imports from ${other.folder}/ by a path: use what its package.json exports (${written})`;
  return undefined;
}

function isIn(path, folder) {
  return path.startsWith(`${folder}/`);
}
