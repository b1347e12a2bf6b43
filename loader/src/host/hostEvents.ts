import { listen, repeat } from "../basics/listeners.ts";
import { startsWith } from "../basics/pristineGlobals.ts";

/** How often the address is compared in browsers that do not report its changes. */
const ADDRESS_POLL_MS = 500;

/**
 * Calls back when the application on the page has changed its address without loading a new page. Nothing but the
 * Navigation API reports `history.pushState`; where that is missing the address is compared from time to time, because
 * the host's methods are not ours to replace.
 */
export function watchAddress(host: Window, onChange: () => void): void {
  let address = host.location.href;
  const compare = () => {
    const { href } = host.location;
    if (href === address) return;
    address = href;
    onChange();
  };
  listen(host, "popstate", compare);
  listen(host, "hashchange", compare);
  const { navigation } = host as { navigation?: EventTarget };
  if (navigation) listen(navigation, "currententrychange", compare);
  else repeat(compare, ADDRESS_POLL_MS);
}

/** Calls back when the page's Content-Security-Policy refuses a frame from this origin. */
export function watchFrameRefusal(origin: string, onRefusal: () => void): void {
  listen<SecurityPolicyViolationEvent>(document, "securitypolicyviolation", (event) => {
    const isOurs = startsWith(event.blockedURI, origin);
    if (isOurs && event.effectiveDirective === "frame-src" && event.disposition === "enforce") onRefusal();
  });
}
