/**
 * A host's page on a site of its own, as strict as a host can be: `node serve.mjs [PROVIDER [PORT]]`.
 *
 * Its policy names the provider twice, for the script and for the frame, and allows nothing else of it.
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
  const found = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined;
  if (!found) {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("There is nothing here.\n");
    return;
  }
  const content = await readFile(fileURLToPath(new URL(found.file, import.meta.url)));
  const body =
    found.file === "index.html" ? content.toString("utf8").replaceAll("{{provider}}", provider) : content;
  response.writeHead(200, {
    "Content-Type": found.type,
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  });
  response.end(body);
});

server.on("error", (error) => {
  console.error(`The host page cannot be served on port ${port}: ${error.message}`);
  process.exitCode = 1;
});
server.listen(port, "localhost");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
