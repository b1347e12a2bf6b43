import { callAddress } from "../basics/page";
import type { LiveSocket } from "./connection";

/**
 * Opens the connection for live events (docs/api.md#socket). The browser sends the session's cookie with it.
 *
 * The client's script is loaded only now: pages without a session do without it.
 */
export async function openSocket(): Promise<LiveSocket> {
  const { io } = await import("socket.io-client");
  return io(window.location.origin, {
    path: callAddress("/socket.io"),
    // Who signs in as somebody else gets a connection of their own.
    forceNew: true,
    transports: ["websocket", "polling"],
    // Without this option a network that blocks WebSockets would get no second transport.
    tryAllTransports: true,
    timeout: 20_000,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
  }) as LiveSocket;
}
