/**
 * Serves the host pages of the demo, on a site of their own: `node serve.mjs [PROVIDER [PORT]]`. Each page has the strictest
 * policy that it works with.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { templateCards, templatePictures } from "./templates.mjs";

const provider = new URL(process.argv[2] ?? "http://127.0.0.1:8080").origin;
const port = Number(process.argv[3] ?? 8081);

/** The pages by their path, each with what its policy allows for scripts. */
const PAGES = {
  "/": { file: "pages/start.html", scripts: () => "'none'" },
  "/shop": { file: "pages/shop.html", scripts: () => provider },
  "/examples": { file: "pages/examples.html", scripts: () => "'none'" },
  "/strict-policy": {
    file: "pages/strict-policy.html",
    scripts: (nonce) => `'nonce-${nonce}' 'strict-dynamic'`,
  },
  "/inline": { file: "pages/inline.html", scripts: () => provider },
  "/consent": { file: "pages/consent.html", scripts: () => `'self' ${provider}` },
  "/several": { file: "pages/several.html", scripts: () => provider },
  // React sets the style attribute of elements, which `style-src` does not concern.
  "/react": { file: "pages/react.html", scripts: () => `'self' ${provider}` },
  "/application": { file: "pages/application.html", scripts: () => "'self'" },
};

const FILES = {
  "/style.css": () => readLocal("style.css"),
  "/icon.svg": () => readLocal("icon.svg"),
  "/application.js": () => readLocal("application.js"),
  "/consent.js": () => readLocal("consent.js"),
  "/react.js": bundleReact,
  ...Object.fromEntries(
    (await templatePictures()).map((path) => [path, () => readFile(new URL(`.${path}`, import.meta.url))]),
  ),
};

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
};

async function answer(pathname) {
  const page = Object.hasOwn(PAGES, pathname) && PAGES[pathname];
  if (page) return pageAnswer(page);
  const file = Object.hasOwn(FILES, pathname) && FILES[pathname];
  if (!file) return { status: 404, headers: { "Content-Type": "text/plain" }, body: "Not found.\n" };
  return { status: 200, headers: { "Content-Type": TYPES[extname(pathname)] }, body: await file() };
}

async function pageAnswer({ file, scripts }) {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src ${scripts(nonce)}`,
    `frame-src ${provider}`,
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const text = await readLocal(file);
  return {
    status: 200,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
    body: text
      .replaceAll("{{provider}}", provider)
      .replaceAll("{{nonce}}", nonce)
      .replace("{{templates}}", await templateCards(provider)),
  };
}

function readLocal(path) {
  return readFile(new URL(path, import.meta.url), "utf8");
}

/** Bundles the application as its own build would, with the npm package as it has been built here. */
async function bundleReact() {
  const { build } = await import("vite");
  const local = (path) => fileURLToPath(new URL(path, import.meta.url));
  const { output } = await build({
    configFile: false,
    logLevel: "error",
    root: local("react"),
    resolve: { alias: { "@pulsen/widget/react": local("../../loader/package/dist/react.js") } },
    build: { write: false, rolldownOptions: { input: local("react/main.jsx") } },
  });
  return output[0].code;
}

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  try {
    const { status, headers, body } = await answer(pathname);
    response.writeHead(status, {
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      ...headers,
    });
    response.end(body);
  } catch (error) {
    console.error(`Cannot serve ${pathname}: ${error.message}`);
    response.writeHead(500, { "Content-Type": "text/plain" }).end("This page could not be made.\n");
  }
});

server.on("error", (error) => {
  console.error(`Cannot serve the host pages on port ${port}: ${error.message}`);
  process.exitCode = 1;
});
server.listen(port, "localhost");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
