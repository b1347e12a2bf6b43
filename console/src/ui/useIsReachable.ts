import { useSyncExternalStore } from "react";
import { isReachable, subscribeToReach } from "../http/reach";

/** Returns whether the server can be reached, as far as the page knows. */
export function useIsReachable(): boolean {
  return useSyncExternalStore(subscribeToReach, isReachable);
}
