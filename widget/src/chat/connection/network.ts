import type { ChatEvent } from "../timeline/messages";

/**
 * Tells what the browser says about the device's network, until the returned function is called. It is believed only
 * when it says that there is none: what it takes for a network may lead nowhere.
 */
export function watchNetwork(tell: (event: ChatEvent) => void): () => void {
  const online = () => tell({ type: "network", online: true });
  const offline = () => tell({ type: "network", online: false });
  window.addEventListener("online", online);
  window.addEventListener("offline", offline);
  if (!navigator.onLine) offline();
  return () => {
    window.removeEventListener("online", online);
    window.removeEventListener("offline", offline);
  };
}
