import { OUTBOX } from "../storage/names";

/**
 * Calls `onOccasion` whenever there is a new reason to believe that the server can be reached. Returns the function that stops it.
 */
export function watchOccasions(window: Window, onOccasion: () => void): () => void {
  const { document } = window;
  const handleVisibility = () => {
    if (document.visibilityState === "visible") onOccasion();
  };
  // Where the page was frozen and comes back.
  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onOccasion();
  };
  window.addEventListener("online", onOccasion);
  window.addEventListener("pageshow", handlePageShow);
  document.addEventListener("visibilitychange", handleVisibility);
  return () => {
    window.removeEventListener("online", onOccasion);
    window.removeEventListener("pageshow", handlePageShow);
    document.removeEventListener("visibilitychange", handleVisibility);
  };
}

/** The part of Background Sync that is used here. Not every browser has it. */
interface SyncRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the service worker when there is a network, also after the page was closed. */
export async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (registration as SyncRegistration | undefined)?.sync?.register(OUTBOX);
  } catch {
    // Not allowed here: the next visit sends it.
  }
}
