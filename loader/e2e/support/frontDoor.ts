import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pulsen } from "../../../widget/e2e/support/pulsen";

/** What becomes of a request for the widget's frame. */
export type FrameFate = (answer: ServerResponse) => void;

/** A provider with something before it that can fail for the frame alone: its loader comes from the real server. */
export class FrontDoor {
  readonly url: string;
  /** How the frame fails; not at all where there is none. */
  fate: FrameFate | undefined;
  private readonly server: Server;
  private upstream: Pulsen | undefined;

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on("request", (incoming, outgoing) => {
      if (this.fate && incoming.url?.startsWith("/widget")) this.fate(outgoing);
      else this.forward(incoming, outgoing);
    });
  }

  static async start(records: string): Promise<FrontDoor> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const door = new FrontDoor(server);
    door.upstream = await Pulsen.start({ publicUrl: door.url });
    door.upstream.import(records);
    return door;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
    await this.upstream?.stop();
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    // Under another name than its own: what it bakes into the loader is what it was told.
    const headers = { ...incoming.headers, host: "inside.example" };
    const onward = request(
      `${this.upstream?.url}${incoming.url}`,
      { method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }
}
