import { listen } from "../listeners.ts";
import { startsWith } from "../pristineGlobals.ts";

/** Calls back when the application on the page changes its address without loading a new page. */
export function watchAddress(host: Window, onChange: () => void): void {
  listen(host, "popstate", onChange);
  listen(host, "hashchange", onChange);
  // The only way to notice `pushState` without replacing the host's methods. Some browsers lack it.
  const { navigation } = host as { navigation?: EventTarget };
  if (navigation) listen(navigation, "currententrychange", onChange);
}

/** Calls back when the page's Content-Security-Policy refuses a frame from this origin. */
export function watchFrameRefusal(origin: string, onRefusal: () => void): void {
  listen<SecurityPolicyViolationEvent>(document, "securitypolicyviolation", (event) => {
    const isOurs = startsWith(event.blockedURI, origin);
    if (isOurs && event.effectiveDirective === "frame-src" && event.disposition === "enforce") onRefusal();
  });
}
