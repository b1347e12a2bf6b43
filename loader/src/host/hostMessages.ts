import { pristine, startsWith } from "../basics/pristineGlobals.ts";

/**
 * Posts a message to the host's own window as a JSON string (docs/widget.md#host-messages). The target `/` is the
 * host's exact origin, even if that is opaque. While the page is being left, listeners are called directly: they would
 * not get a posted message any more.
 */
export function postToHost(host: Window, type: string, data: object, isLeaving: boolean): void {
  // A pristine copy, because the host's objects may inherit a `toJSON` of the host's.
  const text = pristine.JSON.stringify(pristine.structuredClone({ type, data }));
  if (isLeaving) {
    const event = new pristine.MessageEvent("message", { data: text, origin: host.origin, source: host });
    pristine.EventTarget.prototype.dispatchEvent.call(host, event);
    return;
  }
  (pristine.postMessage as (message: string, origin: string) => void).call(host, text, "/");
}

/** The message with which a thank-you page leads on (docs/flows.md#redirects). */
export const REDIRECT = "PSN_REDIRECT";

/** Leads the host page to the address in that message: an https one only, whatever the frame says. */
export function leadHost({ url }: { url?: unknown }): void {
  if (typeof url === "string" && startsWith(url, "https://")) window.location.assign(url);
}
