import { useText } from "../texts/TextsProvider";
import { useIsReachable } from "./useIsReachable";

/** Says above every page that there is no connection. */
export function OfflineBar() {
  const text = useText();
  const isReachable = useIsReachable();
  // It is there from the start: screen readers announce what comes into it.
  return (
    <div className="offline-bar" role="status">
      {!isReachable && <p>{text("offline")}</p>}
    </div>
  );
}
