import { useSyncExternalStore } from "react";
import { useText } from "../texts/TextsProvider";

/** Says above every page that there is no connection. */
export function OfflineBar() {
  const text = useText();
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  // It is there from the start: screen readers announce what comes into it.
  return (
    <div className="offline-bar" role="status">
      {!isOnline && <p>{text("offline")}</p>}
    </div>
  );
}

function watch(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}
