import type { Baked } from "./configuration.ts";
import type { WithdrawReason } from "./lifecycle/messages.ts";

/** Why the widget is not on this page, for the people who look after it. */
export function explain(reason: WithdrawReason, { code, api_origin: origin }: Baked): string {
  switch (reason) {
    case "domain_not_allowed":
      return `Domain Not Allowed: ${window.location.hostname} is not among the enabled domains of ${code}.`;
    case "not_drawn":
      return "This page's own scripts did not let the feedback widget draw its launcher.";
    case "frame_refused":
      return `This page's Content-Security-Policy refused the feedback widget. Add ${origin} to its frame-src.`;
    case "not_loaded":
      return `${origin} took too long to load the feedback widget, so it was taken off this page.`;
    case "not_answered":
      return (
        `The feedback widget from ${origin} did not answer, so it was taken off this page. The server may be ` +
        `down, or this page's domain not among the enabled domains of ${code}.`
      );
  }
}
