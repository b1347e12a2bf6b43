import { useSyncExternalStore } from "react";

/** Returns what a store outside React holds now. The server, which renders first views, reads the same. */
export function useStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  return useSyncExternalStore(subscribe, read, read);
}
