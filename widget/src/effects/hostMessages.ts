/**
 * Tells the page that frames this one, as a JSON string (specification, section 7). Without a frame, or where
 * the browser does not say whose it is, nobody is told: an answer's id is not for everyone.
 */
export function postToHost(type: string, data: object): void {
  const origin = hostOrigin();
  if (origin) window.parent.postMessage(JSON.stringify({ type, data }), origin);
}

function hostOrigin(): string | undefined {
  if (window.parent === window) return undefined;
  // Not every browser has `ancestorOrigins`; the referrer of a framed page is the page that frames it.
  const told = window.location.ancestorOrigins?.[0] ?? document.referrer;
  try {
    const { origin } = new URL(told);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}
