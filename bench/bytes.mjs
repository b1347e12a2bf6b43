// Measures what a visitor downloads, part by part, and compares it with the budgets. Exits with 1 if one is exceeded.
// Sizes are after brotli at its highest quality, as the server sends the files. 1 KB is 1,000 bytes.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { BUBBLE_PREFIX, coreBuilds, INTERACTION_PREFIX, LOOK_PREFIX } from "pulsen-loader/builds";
import { build } from "vite";
import { printTable } from "./stats.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

// Budgets and goals in KB (docs/constants.md#byte-budgets).
const PARTS = [
  {
    name: "loader before the first act: core and configuration",
    // It bounds the patterns of addresses, and counts unread replies when the page becomes visible again. 0.3 KB of it are the
    // widget's own openers, events of the host page, the share of visitors and the permission to play a sound.
    budget: 8,
    goal: 6,
    exists: "loader/package.json",
    files: coreFiles,
  },
  {
    name: "loader on the first act: interaction",
    // It gives the focus back to what had it, tells the frame of campaign parameters, of an earlier feedback and of the visitor, forgets
    // who has logged out, and lets tabs agree on the number of unread replies. 0.4 KB of it are the depth of scrolling and the number
    // in the title of the page, 0.1 KB the answer that was given beside the launcher, 0.1 KB lead the host page on, unless it refuses.
    // 0.5 KB show the frame with the newest reply beside the launcher.
    budget: 10.7,
    goal: 8,
    exists: "loader/package.json",
    files: () => moduleFiles(INTERACTION_PREFIX),
  },
  {
    // Where a widget says something beside its launcher, or asks something there: 0.8 KB of it.
    name: "loader, what stands beside the launcher: bubble",
    budget: 2.8,
    goal: 2,
    exists: "loader/package.json",
    files: () => moduleFiles(BUBBLE_PREFIX),
  },
  {
    name: "loader, where it looks like the page: look",
    budget: 1,
    goal: 1,
    exists: "loader/package.json",
    files: () => moduleFiles(LOOK_PREFIX),
  },
  {
    // It knows how many digits phone numbers have in each country, and which characters only look like those of an address, and puts
    // what has a random order in order (0.9 KB). 0.3 KB are what only thank-you pages have, 0.9 KB the operators of rules and
    // their groups, 1.9 KB scores, 0.1 KB redirects.
    name: "engine WASM with its glue",
    budget: 71.4,
    goal: 52,
    exists: "engine-wasm/Cargo.toml",
    files: () => wasmFiles("engine-wasm/pkg/engine_wasm"),
  },
  {
    // For editors: no page of visitors loads it. A tenth are texts: what findings say, and the fields and words of flows. Nearly
    // half of the rest reads and resolves flows as the engine does.
    name: "check of flows, WASM with its glue",
    budget: 80.9,
    goal: 50,
    exists: "engine-wasm/check/Cargo.toml",
    files: () => wasmFiles("engine-wasm/check/pkg/check_wasm"),
  },
  {
    // Beside the page's own texts: what its first paint needs (docs/api.md#first-paint).
    name: "first question of a link page, painted",
    budget: 6,
    goal: 6,
    exists: "widget/src/prerender",
    files: firstPaintFiles,
  },
  {
    name: "first question of a link page, taken over by the scripts",
    budget: 85,
    goal: 78,
    exists: "widget/package.json",
    files: firstQuestionFiles,
  },
  {
    // 1.5 KB of it record what visitors do before the scripts are there, and repeat it. 1.3 KB are what each kind of question
    // says when its answer is missing, and the one status that says how many are. 1.1 KB are what only thank-you pages have,
    // 0.3 KB continue with the run that was left before the page is shown, and begin another one in its place. 0.9 KB are the
    // engine's operators of rules and their groups, 1.9 KB its scores, 0.3 KB count how far visitors come.
    name: "link page, all that it loads by itself",
    budget: 163,
    goal: 125,
    exists: "widget/package.json",
    files: linkPageFiles,
  },
  {
    // The stores that it sends feedback from are those of the chat's messages, too.
    name: "what makes a page open offline: registration, worker",
    budget: 14.7,
    goal: 12,
    exists: "widget/src/worker",
    files: workerFiles,
  },
  {
    name: "kept for pages without a connection",
    budget: 300,
    goal: 250,
    exists: "widget/src/worker",
    files: precachedFiles,
  },
  {
    // With the order in which files go and what is sent on leaving: both have to be there when the network is not. A part of
    // it writes down one feedback while another is sent, which brought the sync rate over its goal (bench/outbox.mjs).
    name: "outbox, at idle after the first question",
    // About half of it is shared with the chat, which sends its messages in the same way (docs/chat.md#the-chats-outbox).
    // It also keeps the tokens of chats that feedback leads to, whenever it is sent, what pages leave in local storage until
    // something else has it, which takes 0.6 KB to tell from what is out of date, and sends once more as answered offline what
    // comes too late because the server was down. The hashes in the names of other files compress differently in each build, by up
    // to 30 bytes.
    budget: 13.4,
    goal: 7,
    exists: "widget/src/outbox",
    files: () => lazyFiles(OUTBOX),
  },
  {
    // Few pages have kept files or refused feedback, so that the others need not load this (docs/offline.md).
    name: "outbox, for kept files and refused feedback",
    budget: 2,
    goal: 1.5,
    exists: "widget/src/outbox",
    files: () => lazyFiles(OUTBOX_RARE, OUTBOX),
  },
  {
    name: "recording a run, at idle after the first question",
    budget: 3,
    goal: 2,
    exists: "widget/src/resume",
    files: () => lazyFiles(RESUME),
  },
  {
    // With the line that says where visitors are, and how many questions they have passed.
    name: "going on with a run, where one was left",
    budget: 3.4,
    goal: 2.5,
    exists: "widget/src/resume",
    files: () => lazyFiles(OFFER, RESUME),
  },
  {
    name: "one question at a time, in flows with that pace",
    budget: 4,
    goal: 3,
    exists: "widget/src/pace",
    files: () => lazyFiles(PACE),
  },
  {
    // 0.9 KB are the error page, which was part of every page before.
    name: "kiosk mode, on kiosks only",
    budget: 8.4,
    goal: 6,
    exists: "widget/src/kiosk",
    files: () => lazyFiles(KIOSK),
  },
  // With an outbox of its own, which on most pages is there already: about 5 KB are those of the feedback's.
  // It counts what was seen in another tab as seen. 0.4 KB are the page that stands for a chat that is not there. 0.5 KB are the
  // greeting, the reply time, who has joined, and when the business is back. 0.7 KB were part of every page before: what pages load
  // with the engine, and what forgets a chat. 0.1 KB are the skeleton that stands there until the chat is loaded.
  { name: "chat, socket included", budget: 42.5, goal: 30, exists: "widget/src/chat", files: chatFiles },
  {
    // Where images can be sent, or some are in the log.
    name: "chat, images",
    budget: 6,
    goal: 4,
    exists: "widget/src/chat",
    files: () => lazyFiles(CHAT_IMAGES, CHAT),
  },
  {
    // With the first message that may have a link.
    name: "chat, links in messages",
    budget: 8,
    goal: 6,
    exists: "widget/src/chat",
    files: () => lazyFiles(CHAT_LINKS, CHAT),
  },
  {
    // Where the server sends e-mail.
    name: "chat, e-mail",
    budget: 2,
    goal: 1.5,
    exists: "widget/src/chat",
    files: () => lazyFiles(CHAT_EMAIL, CHAT),
  },
  {
    // The inbox, and the libraries of all pages: React, the router, what keeps the server's answers.
    name: "console, first load in English",
    budget: 180,
    goal: 160,
    exists: "console/package.json",
    files: consoleFiles,
  },
];

const DIST = "widget/dist";
const CONSOLE_DIST = "console/dist";
const LOADER_DIST = "loader/dist";
const CHAT_FOLDER = "src/chat/";
const CHAT = "src/chat/index.tsx";
const CHAT_IMAGES = "src/chat/attachments/index.ts";
const CHAT_LINKS = "src/chat/parts/findLinks.ts";
const CHAT_EMAIL = "src/chat/parts/EmailNotice.tsx";
const COUNTED_APART = [CHAT_IMAGES, CHAT_LINKS, CHAT_EMAIL];
const DRIVER = "src/flow/startDriver.ts";
const OUTBOX = "src/outbox/index.ts";
const OUTBOX_RARE = "src/outbox/rare.tsx";
const RESUME = "src/resume/index.ts";
const OFFER = "src/resume/offer.tsx";
const PACE = "src/pace/index.ts";
const KIOSK = "src/kiosk/index.tsx";

class NotBuiltError extends Error {}

const rows = [["part", "KB", "budget", "goal", ""]];
const details = [];
const errors = [];

for (const part of PARTS.filter(({ exists }) => existsSync(exists))) {
  try {
    const files = (await part.files()).map((file) => ({ ...file, bytes: compressedSize(file.content) }));
    const kilobytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const over = kilobytes - part.budget;
    rows.push([part.name, kilobytes.toFixed(1), part.budget, part.goal, verdict(kilobytes, part)]);
    if (over > 0) {
      errors.push(
        `The part "${part.name}" is ${kilobytes.toFixed(1)} KB, ${over.toFixed(1)} KB over its budget of ${part.budget} KB.`,
      );
    }
    details.push([part.name, ""], ...files.map(({ name, bytes }) => [`  ${name}`, bytes]));
  } catch (error) {
    if (!(error instanceof NotBuiltError)) throw error;
    rows.push([part.name, "-", part.budget, part.goal, "not built"]);
    errors.push(`The part "${part.name}" cannot be measured: ${error.message}`);
  }
}

printTable(rows);
if (details.length) {
  console.log("\nBytes of each file, brotli -q 11:");
  printTable(details);
}
for (const error of errors) console.error(error);
process.exitCode = errors.length ? 1 : 0;

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
  if (!existsSync(path)) throw new NotBuiltError(`${path} does not exist. \`make build\` makes it.`);
  return { name: path, content: readFileSync(path) };
}

/** Returns the largest script that a page may load: a build of the core that includes the widget's configuration. */
function coreFiles() {
  const file = readFileSync("examples/widgets/PSN-DEMO123.json", "utf8");
  // The server does not send what the file says to editors.
  const { $schema, ...widget } = JSON.parse(file);
  const configuration = JSON.stringify({ shown: `shown-${widget.code}.js`, ...widget });
  const modules = [INTERACTION_PREFIX, BUBBLE_PREFIX, LOOK_PREFIX].map(
    (prefix) => moduleFiles(prefix)[0].name,
  );
  const builds = coreBuilds(modules).map(({ file }) => {
    const { name, content } = read(join(LOADER_DIST, file));
    return {
      name: `${name} + PSN-DEMO123.json`,
      content: Buffer.concat([content, Buffer.from(configuration)]),
    };
  });
  return builds.sort((a, b) => compressedSize(b.content) - compressedSize(a.content)).slice(0, 1);
}

/** Returns the file of a module of the loader. */
function moduleFiles(prefix) {
  const names = existsSync(LOADER_DIST) ? readdirSync(LOADER_DIST) : [];
  const name = names.find((name) => name.startsWith(prefix) && name.endsWith(".js"));
  return [read(join(LOADER_DIST, name ?? `${prefix}….js`))];
}

/** Returns the WASM and its JavaScript glue, bundled and minified as in the widget's build. */
async function wasmFiles(path) {
  const glue = `${path}.js`;
  read(glue);
  const { output } = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, rollupOptions: { input: glue, preserveEntrySignatures: "strict" } },
  });
  const [{ code }] = output.filter(({ type }) => type === "chunk");
  return [read(`${path}_bg.wasm`), { name: glue, content: Buffer.from(code) }];
}

/** Returns what stands in the page: its style sheet, and the script that records what visitors do. */
function firstPaintFiles() {
  const sheets = linkPageFileNames().filter((name) => name.endsWith(".css"));
  return ["index.html", "early.js", ...sheets].map((name) => read(join(DIST, name)));
}

/** Returns what is there before the engine is asked for (docs/engine.md#first-view). */
function firstQuestionFiles() {
  return [...firstPaintFiles(), ...scriptsOf(linkPageFileNames())];
}

/** Returns all of it, with the engine and what moves a run by it. */
function linkPageFiles() {
  const later = filesOf(chunksFrom(([key]) => key === DRIVER));
  return [...firstPaintFiles(), ...scriptsOf([...new Set([...linkPageFileNames(), ...later])])];
}

/** Returns what the console's page names, of which its scripts import no more before they run. */
function consoleFiles() {
  const html = read(join(CONSOLE_DIST, "index.html"));
  const named = [...html.content.toString().matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)];
  return [html, ...named.map(([, name]) => read(join(CONSOLE_DIST, name)))];
}

function scriptsOf(names) {
  return names.filter((name) => !name.endsWith(".css")).map((name) => read(join(DIST, name)));
}

function chatFiles() {
  const alreadyLoaded = linkPageFileNames();
  const isChat = ([key]) => key.startsWith(CHAT_FOLDER) && !COUNTED_APART.includes(key);
  const files = filesOf(chunksFrom(isChat, isChat));
  for (const name of alreadyLoaded) files.delete(name);
  if (files.size === 0) throw new NotBuiltError("The widget's manifest has no chunk of src/chat.");
  return [...files].sort().map((name) => read(join(DIST, name)));
}

/** Returns what a page loads at an idle moment, to be kept from then on. */
function workerFiles() {
  const isRegistration = ([key]) => key === "src/offline/registration.ts";
  const files = filesOf(chunksFrom(isRegistration));
  for (const name of linkPageFileNames()) files.delete(name);
  return ["sw.js", ...files].map((name) => read(join(DIST, name)));
}

/** Returns what the worker loads before it is used for the first time. Most of it the page has loaded already. */
function precachedFiles() {
  const { files } = JSON.parse(read(join(DIST, ".vite/precache.json")).content.toString());
  return files.map((name) => read(join(DIST, name)));
}

/** Returns what a part loads beyond the page and beyond a part that is there before, without what it loads later itself (docs/offline.md). */
function lazyFiles(part, loadedBefore) {
  const before = filesOf(chunksFrom(([key]) => key === loadedBefore));
  const alreadyLoaded = [...linkPageFileNames(), ...before];
  const files = filesOf(chunksFrom(([key]) => key === part));
  for (const name of alreadyLoaded) files.delete(name);
  if (files.size === 0) throw new NotBuiltError(`The widget's manifest has no chunk of ${part}.`);
  return [...files].sort().map((name) => read(join(DIST, name)));
}

/** Returns the files that the page's HTML names, and what they import statically. */
function linkPageFileNames() {
  const html = read(join(DIST, "index.html")).content.toString();
  const named = [...html.matchAll(/(?:src|href)="(?:\.\/)?(assets\/[^"]+)"/g)].map(([, name]) => name);
  return [...new Set([...named, ...filesOf(chunksFrom(([, { file }]) => named.includes(file)))])].sort();
}

/**
 * Returns the start chunks of the manifest and the chunks that they import. Dynamic imports count only in chunks that
 * `importsAll` selects.
 */
function chunksFrom(isStart, importsAll = () => false) {
  const manifest = JSON.parse(read(join(DIST, ".vite/manifest.json")).content.toString());
  const found = new Map();
  const open = Object.entries(manifest).filter(isStart);
  for (let next = open.pop(); next; next = open.pop()) {
    const [key, chunk] = next;
    if (found.has(key)) continue;
    found.set(key, chunk);
    const { imports = [], dynamicImports = [] } = chunk;
    const later = importsAll(next) ? dynamicImports.filter((name) => !COUNTED_APART.includes(name)) : [];
    const names = [...imports, ...later];
    open.push(...names.map((name) => [name, manifest[name]]));
  }
  return found;
}

function filesOf(chunks) {
  // Of the assets that a chunk refers to, only the engine is needed at once, unlike pictures and fonts.
  return new Set(
    [...chunks].flatMap(([, { file, css = [], assets = [] }]) => [
      file,
      ...css,
      ...assets.filter((name) => name.endsWith(".wasm")),
    ]),
  );
}
