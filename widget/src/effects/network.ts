import type { Send } from "../flow/flowRun";

/**
 * Tells the engine when the device loses its network and when it is back, and has what was kept meanwhile sent: then,
 * and at once if there is something from an earlier visit. Returns the way to stop it.
 */
export function watchNetwork(window: Window, send: Send, sendKept: () => void): () => void {
  const tell = () => {
    const isOnline = window.navigator.onLine;
    send({ type: isOnline ? "online" : "offline" });
    if (isOnline) sendKept();
  };
  window.addEventListener("offline", tell);
  window.addEventListener("online", tell);
  tell();
  return () => {
    window.removeEventListener("offline", tell);
    window.removeEventListener("online", tell);
  };
}
