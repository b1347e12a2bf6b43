import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { PulsenServer } from "./pulsenServer";

/**
 * A network in front of a real server that can swallow packets, as behind a router that has forgotten its connections:
 * they stay open on both sides, nothing arrives any more, and nobody is told.
 */
export class SilentNetwork {
  /** The server as browsers reach it. */
  readonly url: string;
  private readonly network: Server;
  private readonly sockets = new Set<Socket>();
  private isSilent = false;
  private upstream: PulsenServer | undefined;

  private constructor(network: Server) {
    this.network = network;
    this.url = `http://localhost:${(network.address() as AddressInfo).port}`;
    network.on("connection", (client) => this.forward(client));
  }

  static async start(records: string): Promise<SilentNetwork> {
    const network = createServer().listen(0, "127.0.0.1");
    await once(network, "listening");
    const silent = new SilentNetwork(network);
    silent.upstream = await PulsenServer.start({ publicUrl: silent.url });
    silent.upstream.import(records);
    return silent;
  }

  /** The server as others reach it, whose network is never silent. */
  get server(): PulsenServer {
    return this.upstream as PulsenServer;
  }

  /** From now on nothing comes through, neither on the connections that are open nor on new ones. */
  swallow() {
    this.isSilent = true;
    for (const socket of this.sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  /** New connections come through again. Those from before stay as they are. */
  restore() {
    this.isSilent = false;
  }

  async stop() {
    for (const socket of this.sockets) socket.destroy();
    this.network.close();
    await once(this.network, "close");
    await this.upstream?.stop();
  }

  private forward(client: Socket) {
    this.keep(client);
    if (this.isSilent) {
      client.pause();
      return;
    }
    const server = connect(Number(new URL(this.server.url).port), "127.0.0.1");
    this.keep(server);
    client.pipe(server);
    server.pipe(client);
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
  }

  private keep(socket: Socket) {
    this.sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.sockets.delete(socket));
  }
}
