/**
 * Posts a text to the page that frames this one. Nothing is posted where the browser does not name that page's origin: a
 * feedback's id is not for everyone.
 */
export function postToFramingPage(json: string): void {
  const origin = framingOrigin();
  if (origin) window.parent.postMessage(json, origin);
}

function framingOrigin(): string | undefined {
  // Firefox has no `ancestorOrigins`; the referrer of a framed page is the page that frames it.
  const address = window.location.ancestorOrigins?.[0] ?? document.referrer;
  try {
    const { origin } = new URL(address);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}
