/**
 * Serves a host page on a site of its own, with the strictest policy that the widget works with:
 * `node serve.mjs [PROVIDER [PORT]]`. The policy allows the provider's script and frame, and nothing else.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const provider = new URL(process.argv[2] ?? "http://127.0.0.1:8080").origin;
const port = Number(process.argv[3] ?? 8081);

const FILES = {
  "/": { file: "index.html", type: "text/html; charset=utf-8" },
  "/style.css": { file: "style.css", type: "text/css; charset=utf-8" },
  "/icon.svg": { file: "icon.svg", type: "image/svg+xml" },
};

const POLICY = [
  "default-src 'none'",
  `script-src ${provider}`,
  `frame-src ${provider}`,
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const entry = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined;
  if (!entry) {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found.\n");
    return;
  }
  const content = await readFile(fileURLToPath(new URL(entry.file, import.meta.url)));
  const body =
    entry.file === "index.html" ? content.toString("utf8").replaceAll("{{provider}}", provider) : content;
  response.writeHead(200, {
    "Content-Type": entry.type,
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
  response.end(body);
});

server.on("error", (error) => {
  console.error(`Cannot serve the host page on port ${port}: ${error.message}`);
  process.exitCode = 1;
});
server.listen(port, "localhost");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
