import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { libraryFile } from "./libraries";

/** Returns the script tag that a host adds to its page. */
export function scriptTag(provider: string, code: string, attributes = ""): string {
  return `<script async src="${provider}/loader/${code}.js"${attributes}></script>\n`;
}

/**
 * Returns the snippet that a host adds instead, so that its `load` does not wait for the provider
 * (docs/widget.md#script-tag).
 */
export function snippet(provider: string, code: string): string {
  return `<script>
  window.PSN = window.PSN || function () { (PSN.q = PSN.q || []).push(arguments) };
  (function (add) {
    if (document.readyState === "complete") add();
    else addEventListener("load", add);
  })(function () {
    var script = document.createElement("script");
    script.async = true;
    script.src = "${provider}/loader/${code}.js";
    document.head.appendChild(script);
  });
</script>
`;
}

/** A page of a host's site. */
export interface HostPage {
  headers?: Record<string, string>;
  /** Attributes of the root element, after its `lang`. */
  root?: string;
  /** Markup for the end of the head. */
  head?: string;
  /** Markup for the end of the body. */
  body?: string;
}

/** Something else that a host's site answers with. */
interface HostFile {
  headers: Record<string, string>;
  content: string;
}

/** Responses below this path never come. */
export const NEVER = "/never";

/** The site of a host: pages with the headers and content that a test needs, and libraries below `/library/`. */
export class HostSite {
  readonly url: string;
  private readonly server: Server;
  private readonly files = new Map<string, HostFile>();

  private constructor(server: Server, address: string) {
    this.server = server;
    this.url = `http://${address}:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => this.answer(request, response));
  }

  /** @param address one of 127.0.0.0/8: each is this machine, and to browsers a site of its own. */
  static async start(address = "127.0.0.1"): Promise<HostSite> {
    const server = createServer().listen(0, address);
    await once(server, "listening");
    return new HostSite(server, address);
  }

  /** Adds a page to the site and returns its address. */
  add(page: HostPage): string {
    return this.addFile(htmlOf(page), page.headers);
  }

  /** Adds a response of any kind, by default a whole document, and returns its address. */
  addFile(content: string, headers: Record<string, string> = {}): string {
    const path = `/page-${this.files.size}`;
    this.files.set(path, { content, headers: { "Content-Type": "text/html", ...headers } });
    return this.url + path;
  }

  /** Gives a response of `addFile` another content. */
  replaceFile(address: string, content: string) {
    const file = this.files.get(new URL(address).pathname);
    if (!file) throw new Error(`Nothing has been added as ${address}.`);
    file.content = content;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private answer({ url = "/" }: IncomingMessage, response: ServerResponse) {
    const path = url.replace(/\?.*/, "");
    const file = this.files.get(path);
    if (path.startsWith(NEVER)) return;
    if (file) response.writeHead(200, file.headers).end(file.content);
    else if (path === "/host.css") response.writeHead(200, { "Content-Type": "text/css" }).end(CSS);
    else if (path.startsWith("/library/")) answerLibrary(path.slice("/library/".length), response);
    else response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
  }
}

function answerLibrary(path: string, response: ServerResponse) {
  const type = path.endsWith(".css") ? "text/css" : "text/javascript";
  response.writeHead(200, { "Content-Type": type }).end(readFileSync(libraryFile(path)));
}

/** The host's own styles. They also match the widget's elements, and must not affect them. */
const CSS = `
  * { box-sizing: content-box; letter-spacing: 1px }
  html { font-size: 10px }
  body { margin: 0; padding: 24px; font: 2rem/1.4 serif; color: #222; background: #fff }
  iframe { display: none !important; width: 8px !important; opacity: .1 !important; transform: scale(.1) !important }
  button { padding: 12px; border: 3px solid #222; color: #222; background: #fff }
  a { color: #0b5394 }
`;

function htmlOf({ root = "", head = "", body = "" }: HostPage): string {
  return `<!doctype html>
<html lang="en"${root && ` ${root}`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A shop</title>
<link rel="stylesheet" href="/host.css">
${head}</head>
<body>
<main>
<h1>A shop</h1>
<p>With <a href="#news">news</a> about lamps.</p>
<label>Search <input type="search"></label>
<button type="button">Buy</button>
</main>
${body}</body>
</html>`;
}
