// What a visitor has to download, part by part, against the budgets. Exits 1 over budget.
// Sizes are brotli at its highest quality, as the server sends them. 1 KB is 1,000 bytes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";
import { printTable } from "./stats.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

// The byte budgets of the design, in KB.
const PARTS = [
  { name: "loader and configuration", budget: 8, goal: 6, exists: "loader/package.json", files: loaderFiles },
  {
    name: "engine WASM with its glue",
    budget: 70,
    goal: 48,
    exists: "engine-wasm/Cargo.toml",
    files: engineFiles,
  },
  {
    name: "link page until the first question",
    budget: 155,
    goal: 120,
    exists: "widget/package.json",
    files: linkPageFiles,
  },
  { name: "chat, socket included", budget: 40, goal: 30, exists: "widget/src/chat", files: chatFiles },
];

const DIST = "widget/dist";
// Chunks that a link page asks for by itself before it can show a question.
const LINK_PAGE_CHUNKS = [/^src\/engine\//, /^src\/texts\/catalogs\/en\./];
// The chat begins with chunks of this folder, which ask for the socket by themselves.
const CHAT = /^src\/chat\//;
const CHAT_CHUNKS = [CHAT, /socket/];

class NotBuilt extends Error {}

const rows = [["part", "KB", "budget", "goal", ""]];
const details = [];
const faults = [];

for (const part of PARTS.filter(({ exists }) => existsSync(exists))) {
  try {
    const files = (await part.files()).map((file) => ({ ...file, bytes: compressedSize(file.content) }));
    const kilobytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const over = kilobytes - part.budget;
    rows.push([part.name, kilobytes.toFixed(1), part.budget, part.goal, verdict(kilobytes, part)]);
    if (over > 0) {
      faults.push(
        `The part "${part.name}" is ${kilobytes.toFixed(1)} KB, ${over.toFixed(1)} KB over its budget of ${part.budget} KB.`,
      );
    }
    details.push([part.name, ""], ...files.map(({ name, bytes }) => [`  ${name}`, bytes]));
  } catch (error) {
    if (!(error instanceof NotBuilt)) throw error;
    rows.push([part.name, "-", part.budget, part.goal, "not built"]);
    faults.push(`The part "${part.name}" cannot be measured: ${error.message}`);
  }
}

printTable(rows);
if (details.length) {
  console.log("\nBytes of each file, brotli -q 11:");
  printTable(details);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length ? 1 : 0;

function verdict(kilobytes, { budget, goal }) {
  if (kilobytes > budget) return "OVER BUDGET";
  return kilobytes > goal ? "in budget" : "goal met";
}

function compressedSize(content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotliCompressSync(content, { params }).length;
}

function read(path) {
  if (!existsSync(path)) throw new NotBuilt(`${path} does not exist. \`make build\` makes it.`);
  return { name: path, content: readFileSync(path) };
}

/** The loader as the server sends it: one file, the widget's configuration baked in. */
function loaderFiles() {
  if (!existsSync("loader/dist")) throw new NotBuilt("loader/dist does not exist. `make build` makes it.");
  const scripts = readdirSync("loader/dist").filter((name) => name.endsWith(".js"));
  const configuration = JSON.stringify(JSON.parse(readFileSync("examples/widgets/PSN-DEMO123.json", "utf8")));
  const parts = [
    ...scripts.map((name) => readFileSync(join("loader/dist", name))),
    Buffer.from(configuration),
  ];
  return [{ name: `loader/dist/{${scripts.join(",")}} + PSN-DEMO123.json`, content: Buffer.concat(parts) }];
}

/** The engine, and its glue as the widget's build ships it: in one piece with what it imports, minified. */
async function engineFiles() {
  const glue = "engine-wasm/pkg/engine_wasm.js";
  read(glue);
  const { output } = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, rollupOptions: { input: glue, preserveEntrySignatures: "strict" } },
  });
  const [{ code }] = output.filter(({ type }) => type === "chunk");
  return [read("engine-wasm/pkg/engine_wasm_bg.wasm"), { name: glue, content: Buffer.from(code) }];
}

function linkPageFiles() {
  const html = read(join(DIST, "index.html"));
  const files = linkPageFileNames(html.content.toString());
  return [html, ...[...files].sort().map((name) => read(join(DIST, name)))];
}

function chatFiles() {
  const already = linkPageFileNames(read(join(DIST, "index.html")).content.toString());
  const files = filesOf(chunksFrom(([key]) => CHAT.test(key), CHAT_CHUNKS));
  for (const name of already) files.delete(name);
  if (files.size === 0) throw new NotBuilt("the widget's manifest has no chunk of src/chat.");
  return [...files].sort().map((name) => read(join(DIST, name)));
}

/** What the page's HTML names, and what the scripts that it starts load by themselves. */
function linkPageFileNames(html) {
  const named = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+)"/g)].map(([, name]) => name);
  return new Set([...named, ...filesOf(chunksFrom(isEntry, LINK_PAGE_CHUNKS))]);
}

function isEntry([key, chunk]) {
  return chunk.isEntry && key === "index.html";
}

/** The manifest's chunks that load from the given start: static imports, and the dynamic ones named. */
function chunksFrom(isStart, dynamic) {
  const manifest = JSON.parse(read(join(DIST, ".vite/manifest.json")).content.toString());
  const found = new Map();
  const open = Object.entries(manifest).filter(isStart);
  for (let next = open.pop(); next; next = open.pop()) {
    const [key, chunk] = next;
    if (found.has(key)) continue;
    found.set(key, chunk);
    const dynamicKeys = (chunk.dynamicImports ?? []).filter((name) => matches(dynamic, name));
    open.push(...[...(chunk.imports ?? []), ...dynamicKeys].map((name) => [name, manifest[name]]));
  }
  return found;
}

function filesOf(chunks) {
  // Of the assets that a chunk refers to, only the engine is needed at once: pictures and fonts are not.
  return new Set(
    [...chunks].flatMap(([, { file, css = [], assets = [] }]) => [
      file,
      ...css,
      ...assets.filter((name) => name.endsWith(".wasm")),
    ]),
  );
}

function matches(patterns, key) {
  return patterns.some((pattern) => pattern.test(key));
}
