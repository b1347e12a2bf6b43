/** The mobile SDK's name in the user agent. */
const SDK = /PulsenSDK/i;

/** Returns whether an app shows the page in a web view, which it can close. */
export function isInMobileSdk(): boolean {
  return SDK.test(navigator.userAgent);
}

/**
 * Asks the app to close the web view. The app listens on the page itself or frames it from an unknown origin, so the
 * message is posted to any origin and holds no data.
 */
export function closeWebView(): void {
  window.top?.postMessage(JSON.stringify({ type: "PSN_WEB_WIDGET_CLOSED", data: {} }), "*");
}
