import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { PulsenServer } from "./pulsenServer";

/** The path of the site below which the provider is. */
const PATH = "/feedback";

/** A site that has the provider below a path, as a proxy with one rule for it makes it. */
export class PathProxy {
  /** The provider as browsers reach it. */
  readonly url: string;
  /** What was asked of the site besides the provider. */
  readonly others: string[] = [];
  private readonly site: Server;
  private readonly removesPath: boolean;
  private upstream: PulsenServer | undefined;

  private constructor(site: Server, removesPath: boolean) {
    this.site = site;
    this.removesPath = removesPath;
    this.url = `http://localhost:${(site.address() as AddressInfo).port}${PATH}`;
    site.on("request", (incoming, outgoing) => {
      const forwarded = this.forward(incoming);
      if (!forwarded) {
        outgoing.writeHead(404).end();
        return;
      }
      forwarded.on("response", (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      forwarded.on("error", () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
    site.on("upgrade", (incoming, client: Duplex) => {
      const forwarded = this.forward(incoming);
      if (!forwarded) {
        client.destroy();
        return;
      }
      forwarded.on("upgrade", (response, server) => {
        const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}\r\n`);
        client.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join("")}\r\n`);
        server.pipe(client).pipe(server);
        server.on("error", () => client.destroy());
        client.on("error", () => server.destroy());
      });
      forwarded.on("error", () => client.destroy());
      forwarded.end();
    });
  }

  /** @param removesPath whether the provider gets requests without the path. */
  static async start(removesPath: boolean): Promise<PathProxy> {
    const site = createServer().listen(0, "127.0.0.1");
    await once(site, "listening");
    const proxy = new PathProxy(site, removesPath);
    proxy.upstream = await PulsenServer.start({ publicUrl: proxy.url });
    return proxy;
  }

  /** The provider as its operator reaches it. */
  get server(): PulsenServer {
    return this.upstream as PulsenServer;
  }

  async stop() {
    this.site.closeAllConnections();
    this.site.close();
    await this.upstream?.stop();
  }

  private forward({ url = "/", method, headers }: IncomingMessage) {
    if (!url.startsWith(`${PATH}/`)) {
      this.others.push(url);
      return undefined;
    }
    const path = this.removesPath ? url.slice(PATH.length) : url;
    return request(`${this.upstream?.url}${path}`, { method, headers });
  }
}
