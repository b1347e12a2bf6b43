import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The operator's own system, which knows orders. */
export async function startPartner(): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.end(JSON.stringify({ status: "sent" }));
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

/** Returns the operator's picture at an address that ends in its color. */
export function pictureAt(url: string): string {
  const [, color = ""] = /([0-9a-f]{6})\.svg$/.exec(url) ?? [];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60">
  <path fill="#${color}" d="M0 0h80v60H0z"/>
  <circle cx="60" cy="16" r="8" fill="#fff" opacity=".8"/>
  <path fill="#fff" opacity=".35" d="m0 60 26-30 18 18 12-12 24 24z"/>
</svg>`;
}
