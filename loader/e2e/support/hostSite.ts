import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Returns the script tag that a host adds to its page. */
export function scriptTag(provider: string, code: string, attributes = ""): string {
  return `<script async src="${provider}/loader/${code}.js"${attributes}></script>\n`;
}

/** A page of a host's site. */
export interface HostPage {
  headers?: Record<string, string>;
  /** Markup for the end of the head. */
  head?: string;
  /** Markup for the end of the body. */
  body?: string;
}

/** The site of a host: pages with the headers and content that a test needs. */
export class HostSite {
  readonly url: string;
  private readonly server: Server;
  private readonly pages = new Map<string, HostPage>();

  private constructor(server: Server, address: string) {
    this.server = server;
    this.url = `http://${address}:${(server.address() as AddressInfo).port}`;
    server.on("request", ({ url = "/" }, response) => {
      const page = this.pages.get(url);
      if (page) response.writeHead(200, { "Content-Type": "text/html", ...page.headers }).end(htmlOf(page));
      else if (url === "/host.css") response.writeHead(200, { "Content-Type": "text/css" }).end(CSS);
      else response.writeHead(url === "/favicon.ico" ? 204 : 404).end();
    });
  }

  /** @param address one of 127.0.0.0/8: each is this machine, and to browsers a site of its own. */
  static async start(address = "127.0.0.1"): Promise<HostSite> {
    const server = createServer().listen(0, address);
    await once(server, "listening");
    return new HostSite(server, address);
  }

  /** Adds a page to the site and returns its address. */
  add(page: HostPage): string {
    const path = `/page-${this.pages.size}`;
    this.pages.set(path, page);
    return this.url + path;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
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

function htmlOf({ head = "", body = "" }: HostPage): string {
  return `<!doctype html>
<html lang="en">
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
