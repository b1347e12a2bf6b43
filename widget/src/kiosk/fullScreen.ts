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
