import type { Socket } from "socket.io-client";
import { loadChunk } from "../../errors/loadChunk";

/** The page's only connection for live events: opened on first use and kept. */
let connection: Promise<Socket> | undefined;

/**
 * Opens the page's connection, or returns the open one.
 *
 * @param apiBase the API's origin; empty for the page's own.
 * @throws {ChunkLoadError} when the client's script cannot be loaded; the next call tries again.
 */
export function openSocket(apiBase: string): Promise<Socket> {
  connection ??= connect(new URL(apiBase || "/", window.location.href).origin);
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

async function connect(origin: string): Promise<Socket> {
  const { io } = await loadChunk("socket", () => import("./socketClient"));
  return io(origin, OPTIONS);
}

/** docs/api.md#socket */
const OPTIONS = {
  path: "/socket.io",
  transports: ["websocket", "polling"],
  // Without this option a network that blocks WebSockets would get no second transport.
  tryAllTransports: true,
  timeout: 20_000,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
};
