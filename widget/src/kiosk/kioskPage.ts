/** Marks what staff may use: links in it work. */
export const FOR_STAFF = "data-for-staff";

/** Shortcuts that print, save or open something. */
const LEAVING_KEYS = ["o", "p", "s", "u"];

/**
 * Keeps visitors on the page: no link is followed, no menu opens, and no browser remembers for the next visitor what was
 * typed. Links lose their target before they are painted, so that assistive technology finds texts in their place. Returns
 * the function that unlocks it; links that have lost their target have lost it for good.
 */
export function lockPage(document: Document): () => void {
  const { body, documentElement } = document;
  const lock = () => {
    for (const link of body.querySelectorAll("a[href]")) if (!isForStaff(link)) unlink(link);
    const fields = body.querySelectorAll("form, input, textarea");
    for (const field of fields)
      if (field.getAttribute("autocomplete") !== "off") field.setAttribute("autocomplete", "off");
  };
  const refuse = (event: Event) => event.preventDefault();
  const refuseLink = (event: Event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (link && !isForStaff(link)) event.preventDefault();
  };
  const refuseKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && LEAVING_KEYS.includes(event.key.toLowerCase()))
      event.preventDefault();
  };
  const observer = new MutationObserver(lock);
  observer.observe(body, { subtree: true, childList: true, attributeFilter: ["href", "autocomplete"] });
  lock();
  const stops = [
    listen(document, "contextmenu", refuse),
    listen(document, "dragstart", refuse),
    listen(document, "click", refuseLink),
    listen(document, "auxclick", refuseLink),
    listen(document, "keydown", (event) => refuseKey(event as KeyboardEvent)),
    () => observer.disconnect(),
    () => documentElement.classList.remove("is-kiosk"),
  ];
  documentElement.classList.add("is-kiosk");
  return () => {
    for (const stop of stops) stop();
  };
}

/** Leaves the text of a link. Where that does not tell its address, the style sheet shows it. */
function unlink(link: Element) {
  const address = (link.getAttribute("href") ?? "").replace(/^(mailto|tel):/i, "");
  const isTold = link.textContent?.includes(address) || link.matches(".powered-by");
  if (!isTold && !link.hasAttribute("download")) link.setAttribute("data-address", address);
  link.removeAttribute("href");
}

function isForStaff(element: Element): boolean {
  return element.closest(`[${FOR_STAFF}]`) !== null;
}

function listen(document: Document, type: string, listener: (event: Event) => void): () => void {
  document.addEventListener(type, listener, true);
  return () => document.removeEventListener(type, listener, true);
}

/** Shows the page alone on the screen, where the browser can. To be called while it handles the visitor's press. */
export function enterFullScreen(): void {
  if (document.fullscreenElement) return;
  // Where it is refused, or not known, the kiosk works in its window.
  document.documentElement.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
}

/** Keeps the screen on. The browser ends that whenever the page is hidden. Returns the function that stops it. */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const take = () => {
    if (document.visibilityState === "visible") {
      lock = navigator.wakeLock?.request("screen").catch(() => undefined);
    }
  };
  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    document.removeEventListener("visibilitychange", take);
    void lock?.then((held) => held?.release());
  };
}

/** What the start page of the installed application keeps of this page's address. */
const KEPT = ["node_id", "lang", "signature"];

/** Makes the page one that can be installed as an application (docs/kiosk.md#installing). */
export function addManifest(query: URLSearchParams): void {
  const kept = new URLSearchParams([...query].filter(([name]) => KEPT.includes(name)));
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `kiosk.webmanifest?${kept}`;
  document.head.append(link);
}
