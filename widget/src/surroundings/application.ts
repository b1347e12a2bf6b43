/** The name that a mobile application adds to its web view's user agent (docs/mobile.md#user-agent). */
const APPLICATION = /PulsenSDK/i;

/** What takes messages out of a web view. */
interface Bridge {
  postMessage(json: string): void;
}

/** The bridges that applications install in their web views (docs/mobile.md#messages). */
interface WebView {
  ReactNativeWebView?: Bridge;
  webkit?: { messageHandlers?: { pulsen?: Bridge } };
  PulsenSDK?: Bridge;
}

/** Returns whether a mobile application shows the page in a web view. */
export function isInApplication(): boolean {
  return APPLICATION.test(navigator.userAgent);
}

/**
 * Hands a text to the application: through the first bridge that takes it, or else as a message to the page's own window,
 * where a script that the application has injected listens. Never throws: the bridge is another's code.
 */
export function handToApplication(json: string): void {
  const view = window as WebView;
  const bridges = [
    () => view.ReactNativeWebView,
    () => view.webkit?.messageHandlers?.pulsen,
    () => view.PulsenSDK,
  ];
  for (const find of bridges) {
    try {
      const bridge = find();
      if (!bridge) continue;
      // As a method of its object: native ones refuse any other call.
      bridge.postMessage(json);
      return;
    } catch (error) {
      console.error("The application's bridge failed:", error);
    }
  }
  window.postMessage(json, window.location.origin);
}
