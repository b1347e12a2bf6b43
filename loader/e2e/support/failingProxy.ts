import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PulsenServer } from "./pulsenServer";

/** Fails a request. */
export type Failure = (response: ServerResponse) => void;

/** Fails a request for the widget's frame. */
export type FrameFailure = Failure;

/** A proxy in front of a real server that can fail for some of its files. */
export class FailingProxy {
  readonly url: string;
  /** How the frame fails; `undefined` if it does not. */
  frameFailure: FrameFailure | undefined;
  /** How requests fail whose path begins so. */
  readonly failures = new Map<string, Failure>();
  /** How long each answer takes to begin. */
  latencyMs = 0;
  /** Makes `/socket.io` unknown, as behind a proxy that does not pass it on. */
  refusesSockets = false;
  private readonly server: Server;
  upstream: PulsenServer | undefined;

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on("request", (incoming, outgoing) => {
      const failure = [...this.failures].find(([path]) => incoming.url?.startsWith(path))?.[1];
      if (failure) failure(outgoing);
      else if (this.frameFailure && incoming.url?.startsWith("/widget")) this.frameFailure(outgoing);
      else if (this.refusesSockets && incoming.url?.startsWith("/socket.io")) outgoing.writeHead(404).end();
      else if (this.latencyMs) setTimeout(() => this.forward(incoming, outgoing), this.latencyMs);
      else this.forward(incoming, outgoing);
    });
  }

  static async start(records: string): Promise<FailingProxy> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new FailingProxy(server);
    proxy.upstream = await PulsenServer.start({ publicUrl: proxy.url });
    proxy.upstream.import(records);
    return proxy;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
    await this.upstream?.stop();
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    // Another host name than the public one: the loader must contain the configured address, not the requested one.
    const headers = { ...incoming.headers, host: "inside.example" };
    const forwarded = request(
      `${this.upstream?.url}${incoming.url}`,
      { method: incoming.method, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}
