import { runBeforeLeaving } from "./delayed";

/**
 * Posts a message to the page that frames this one, as JSON text (docs/widget.md#host-messages): after a delay, or
 * earlier if the visitor leaves. Nothing is posted without a frame, or where the browser does not name the host's
 * origin: a feedback's id is not for everyone.
 */
export function postToHost(type: string, data: object, delayMs: number): void {
  const origin = hostOrigin();
  if (!origin) return;
  runBeforeLeaving(delayMs, () => window.parent.postMessage(JSON.stringify({ type, data }), origin));
}

function hostOrigin(): string | undefined {
  if (window.parent === window) return undefined;
  // Firefox has no `ancestorOrigins`; the referrer of a framed page is the page that frames it.
  const address = window.location.ancestorOrigins?.[0] ?? document.referrer;
  try {
    const { origin } = new URL(address);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}
