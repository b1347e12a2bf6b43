import { clean } from "../realm.ts";

/**
 * Posts a message to the host's own window, as a JSON string (specification, section 7). `/` is the host's exact
 * origin, also where that is one without a name.
 */
export function postToHost(host: Window, type: string, data: object): void {
  // Copied into the clean realm: the host's objects may have a `toJSON` of the host's.
  const text = clean.JSON.stringify(clean.structuredClone({ type, data }));
  (clean.postMessage as (message: string, origin: string) => void).call(host, text, "/");
}

/** Hands an event to the host's tag manager, where there is one. */
export function pushAnalytics(host: Window, event: object): void {
  const { dataLayer } = host as { dataLayer?: { push?(event: object): void } };
  try {
    dataLayer?.push?.(event);
  } catch (error) {
    // The tag manager's own code runs in there.
    clean.console.error(error);
  }
}
