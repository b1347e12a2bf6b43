/** The mobile SDK's name in the user agent. */
const SDK = /PulsenSDK/i;

/** Whether the page is shown by an app, which can close it. */
export function isInMobileSdk(): boolean {
  return SDK.test(navigator.userAgent);
}

/**
 * Asks the app to close the web view. It listens on the page itself, or frames it from an origin that nobody can
 * know: the message goes to anyone, and says nothing.
 */
export function closeWebView(): void {
  window.top?.postMessage(JSON.stringify({ type: "PSN_WEB_WIDGET_CLOSED", data: {} }), "*");
}
