import { handToApplication } from "./application";

/**
 * Asks the application to close its web view. A page of the application that frames this one has an unknown origin, so
 * there the message is posted to any origin; it holds no data.
 */
export function closeWebView(): void {
  const json = JSON.stringify({ type: "PSN_WEB_WIDGET_CLOSED", data: {} });
  if (window.top === window) handToApplication(json);
  else window.top?.postMessage(json, "*");
}
