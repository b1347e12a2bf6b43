import { pristine } from "../basics/pristineGlobals.ts";
import type { FailureReason } from "../lifecycle/messages.ts";
import type { LoaderConfiguration } from "../protocol/configuration.ts";

/** Explains to the developers of the host page why the widget is not on it. */
export function failureMessage(reason: FailureReason, { code, api_base: base }: LoaderConfiguration): string {
  const { hostname } = window.location;
  const notEnabled = `${hostname} is not among the enabled domains of ${code}.`;
  const widget = `The feedback widget from ${base}`;
  switch (reason) {
    case "domain_not_allowed":
      return `Domain Not Allowed: ${notEnabled}`;
    case "not_mounted":
      return "A script of this page kept the feedback widget from adding its launcher.";
    case "removed":
      return "A script of this page keeps removing the feedback widget, which stays away now.";
    case "frame_refused":
      return `This page's Content-Security-Policy refused the feedback widget. Add ${new pristine.URL(base).origin} to its frame-src.`;
    case "not_loaded":
      return `${widget} took too long to load and was removed.`;
    case "not_answered":
      return `${widget} did not answer and was removed. The server may be down, or ${notEnabled}`;
  }
}
