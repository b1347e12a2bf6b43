import type { Send } from "../flow/flowRun";

/**
 * Tells the engine when the device loses its network and when it is back, and has what was kept meanwhile sent: then,
 * and at once if there is something from an earlier visit. Returns the way to stop it.
 */
export function watchNetwork(window: Window, send: Send, sendKept: () => void): () => void {
  const tell = () => send({ type: window.navigator.onLine ? "online" : "offline" });
  const goOn = () => {
    tell();
    sendKept();
  };
  window.addEventListener("offline", tell);
  window.addEventListener("online", goOn);
  // Whatever the browser says of its network: some are wrong about it for good.
  goOn();
  return () => {
    window.removeEventListener("offline", tell);
    window.removeEventListener("online", goOn);
  };
}
