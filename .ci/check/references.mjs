// Finds references that lead nowhere. Usage: node .ci/check/references.mjs [FOLDER OF A CHECKOUT]
//
// - `docs/NAME.md#anchor` and the like in any file: the file and the heading must exist.
// - Links in Markdown, relative to their file: the same.
// - Names of source files, in Markdown and in comments: a file of that name must exist.
// - Words for documents that are not in the repository.
import { dirname, join, normalize } from "node:path/posix";
import { isScript, lineAt, listFiles, readText, report, rootFromArguments } from "./files.mjs";

// Files without an ending: scripts, and files of that form in deploy/.
const TEXT =
  /\.(md|rs|ts|tsx|mjs|js|css|sql|toml|html|json|yml|yaml|conf|env|service)$|(^|\/)Makefile$|^(\.ci|deploy)\/(.*\/)?[^./]+$/;
const CODE =
  /\.(rs|ts|tsx|mjs|js|css|sql|toml|html|yml|yaml|conf|env|service)$|(^|\/)Makefile$|^(\.ci|deploy)\/(.*\/)?[^./]+$/;
// What was written for tests, or by tools.
const DATA = /(^|\/)(fixtures|found|seeds)\/|\.json$/;
const COMMENT = /\/\/|^\s*(\*|\/\*|#|--)/;
// The checks name what they forbid.
const SELF = /^\.ci\/check\//;

const DOCUMENT = /(?<![\w/.-])(?:\.\.?\/)*((?:docs\/|widget\/)?[\w-]+\.md)(#[\w-]*)?/g;
const LINK = /\]\(([^)\s]+)\)/g;
const FOREIGN = /\b(?:specification|design\.md|wire\.md)\b|\bfacts\//gi;
const FOLDER = "engine-wasm|engine|backend|widget|loader|bench|deploy|docs|examples|\\.ci";
const SOURCE_PATH = new RegExp(
  `(?<![\\w/.-])(?:${FOLDER})/[\\w./-]*\\w\\.(?:rs|tsx|ts|mjs|js|css|sql|toml|json|html)(?![\\w/])`,
  "g",
);
const SOURCE_NAME = /`([\w./-]+\.(?:rs|tsx|ts|mjs|css|sql))`/g;
const FOLDER_NAME = new RegExp(`\`((?:${FOLDER})(?:/[\\w.-]+)*/)\``, "g");
// Made by the build, so not in a fresh clone.
const BUILT = /(^|\/)(dist|pkg|target|node_modules|corpus|least)(\/|$)/;

/** One text for each reference that leads nowhere, as `file:line: what is wrong`. */
export function findDeadReferences(root) {
  const files = listFiles(root);
  const checkout = { root, files, existing: new Set(files), anchors: new Map() };
  return files
    .filter((path) => TEXT.test(path) && !SELF.test(path))
    .flatMap((path) => inFile(checkout, path));
}

function inFile(checkout, path) {
  const text = readText(checkout.root, path);
  const isMarkdown = path.endsWith(".md");
  const isData = DATA.test(path);
  const found = [];
  const add = (index, message) => found.push({ index, text: `${path}:${lineAt(text, index)}: ${message}` });

  if (!isData)
    for (const match of text.matchAll(FOREIGN))
      add(match.index, `cites what is not in the repository: ${match[0]}`);
  if (isMarkdown) {
    const prose = withoutCodeBlocks(text);
    for (const match of prose.matchAll(LINK)) {
      const problem = deadLink(checkout, path, match[1]);
      if (problem) add(match.index, problem);
    }
    for (const match of [...prose.matchAll(SOURCE_NAME), ...prose.matchAll(FOLDER_NAME)]) {
      if (!namesFile(checkout, path, match[1])) add(match.index, `no such file: ${match[1]}`);
    }
  } else if (CODE.test(path) && !isData) {
    for (const match of text.matchAll(DOCUMENT)) {
      if (/^(design|wire)\.md$/.test(match[1])) continue;
      // A bare name in a string may be anything.
      if (!match[1].includes("/") && !isInComment(text, match.index)) continue;
      const problem = deadDocument(checkout, path, match[1], match[2]);
      if (problem) add(match.index, problem);
    }
    for (const match of text.matchAll(SOURCE_PATH)) {
      if (isInComment(text, match.index) && !namesFile(checkout, path, match[0]))
        add(match.index, `no such file: ${match[0]}`);
    }
  }
  return found.sort((a, b) => a.index - b.index).map((finding) => finding.text);
}

function isInComment(text, index) {
  return COMMENT.test(text.slice(text.lastIndexOf("\n", index) + 1, index));
}

/** What is wrong with a Markdown link, which is relative to its file. */
function deadLink(checkout, from, target) {
  if (/^[a-z]+:/i.test(target)) return undefined;
  const [written, fragment] = target.split("#");
  const path = written === "" ? from : normalize(join(dirname(from), written));
  if (isFolder(checkout, path)) return undefined;
  return dead(checkout, path, fragment);
}

/** What is wrong with a document that code cites by its path from the root, or beside the citing file. */
function deadDocument(checkout, from, path, fragment) {
  const beside = join(dirname(from), path);
  return dead(checkout, checkout.existing.has(path) ? path : beside, fragment?.slice(1), path);
}

function dead(checkout, path, fragment, shown = path) {
  if (!checkout.existing.has(path)) return `no such file: ${shown}`;
  if (fragment === undefined || !path.endsWith(".md")) return undefined;
  return anchorsOf(checkout, path).has(fragment) ? undefined : `no such heading: ${shown}#${fragment}`;
}

function anchorsOf(checkout, path) {
  if (!checkout.anchors.has(path)) checkout.anchors.set(path, headingAnchors(readText(checkout.root, path)));
  return checkout.anchors.get(path);
}

/** The anchors that GitHub gives to headings, and those that are written out as `<a id="…">`. */
export function headingAnchors(markdown) {
  const anchors = new Set();
  const prose = withoutCodeBlocks(markdown);
  for (const [, heading] of prose.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  for (const [, id] of prose.matchAll(/<a id="([^"]+)">/g)) anchors.add(id);
  return anchors;
}

function withoutCodeBlocks(markdown) {
  return markdown.replace(/^(```|~~~)[\s\S]*?^\1\s*$/gm, (block) => block.replace(/[^\n]/g, " "));
}

/** Whether a name leads to a file: from the root, from the citing file's folder or its `src`, or as a path's end. */
function namesFile({ files, existing }, from, name) {
  if (BUILT.test(name)) return true;
  const folder = dirname(from);
  if ([name, join(folder, name), join(folder, "src", name)].some((path) => existing.has(path))) return true;
  const ending = name.endsWith("/") ? undefined : `/${name}`;
  return files.some((path) => path.startsWith(name) || (ending !== undefined && path.endsWith(ending)));
}

function isFolder({ files }, path) {
  const prefix = path.replace(/\/$/, "");
  return prefix === "." || files.some((file) => file.startsWith(`${prefix}/`));
}

if (isScript(import.meta.url)) {
  if (report("references", findDeadReferences(rootFromArguments()))) console.log("No dead references.");
}
