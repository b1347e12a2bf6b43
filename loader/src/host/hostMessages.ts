import { pristine } from "../pristineGlobals.ts";

/**
 * Posts a message to the host's own window as a JSON string (docs/widget.md#host-messages). The target `/` is the
 * host's exact origin, even if that is opaque.
 */
export function postToHost(host: Window, type: string, data: object): void {
  // A pristine copy, because the host's objects may inherit a `toJSON` of the host's.
  const text = pristine.JSON.stringify(pristine.structuredClone({ type, data }));
  (pristine.postMessage as (message: string, origin: string) => void).call(host, text, "/");
}
