import type { Socket } from "socket.io-client";
import { loadChunk } from "../../errors/loadChunk";

/** The page's one connection for live events: opened when it is first needed, kept from then on. */
let connection: Promise<Socket> | undefined;

/**
 * @param apiBase where the API lives; empty for the page's own origin.
 * @throws {ChunkLoadError} when its script does not come; the next call tries again.
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

/** Specification, sections 7 and 9. */
const OPTIONS = {
  path: "/socket.io",
  transports: ["websocket", "polling"],
  // Without it a network that lets no WebSocket through would get no second transport.
  tryAllTransports: true,
  timeout: 20_000,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
};
