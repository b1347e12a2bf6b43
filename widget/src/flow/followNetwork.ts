import type { FlowEvent } from "../engine/types";
import { watchOnlineStatus } from "../http/onlineStatus";
import type { Send } from "../run/flowRun";

/** Returns what the engine must know about the network. */
export function networkStatus(isOnline = navigator.onLine): FlowEvent {
  return { type: isOnline ? "online" : "offline" };
}

/** Tells the engine when the network is lost or back. Returns the function that stops it. */
export function followNetwork(send: Send): () => void {
  return watchOnlineStatus(window, (isOnline) => send(networkStatus(isOnline)));
}
