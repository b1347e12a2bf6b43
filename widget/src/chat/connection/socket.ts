import type { Socket } from "socket.io-client";
import { loadChunk } from "../../basics/loadChunk";

/** The page's only connection for live events: opened on first use and kept. */
let connection: Promise<Socket> | undefined;

/**
 * Opens the page's connection, or returns the open one.
 *
 * @param apiBase the API's address, also relative to the page.
 * @throws {ChunkLoadError} when the client's script cannot be loaded; the next call tries again.
 */
export function openSocket(apiBase: string): Promise<Socket> {
  connection ??= connect(new URL(`${apiBase}/socket.io`, window.location.href));
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

async function connect({ origin, pathname }: URL): Promise<Socket> {
  const { io } = await loadChunk("socket", () => import("./socketClient"));
  return io(origin, { ...OPTIONS, path: pathname });
}

/** docs/api.md#socket */
const OPTIONS = {
  transports: ["websocket", "polling"],
  // Without this option a network that blocks WebSockets would get no second transport.
  tryAllTransports: true,
  timeout: 20_000,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
};
