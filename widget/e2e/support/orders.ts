import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A shop's system, which knows where each order went. */
export interface Orders {
  url: string;
  stop(): void;
}

export async function startOrders(): Promise<Orders> {
  const server = createServer(async (request, response) => {
    const { order } = (await json(request)) as { order: string };
    response.end(JSON.stringify(order === "A-1" ? { city: "Ankara" } : {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
