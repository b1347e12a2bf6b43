import { pushToDataLayer } from "../analytics/dataLayer.ts";
import { type AnalyticsEvent, type FlowAnalyticsEvent, toAnalyticsRecord } from "../analytics/events.ts";
import { pristine, report } from "../basics/pristineGlobals.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import type { LoaderConfiguration } from "../protocol/configuration.ts";

/** Tells the host's tag manager what happens to the widget (docs/widget.md#analytics). */
export interface HostAnalytics {
  /** Compares what the page shows with what it has shown before. */
  _render(view: Pick<LifecycleView, "_launcherVisible" | "open">): void;
  /** Takes an event that the frame reports. */
  receive(event: FlowAnalyticsEvent): void;
}

/** @param isAllowed returns whether the visitor allows the widget: without consent nothing is pushed. */
export function createHostAnalytics(
  { code, config }: LoaderConfiguration,
  isAllowed: () => boolean,
  host: object = window,
): HostAnalytics {
  const source = { widgetCode: code, nodeId: config.node_id };
  let hasFailed = false;
  let wasDisplayed = false;
  let wasOpen = false;

  const push = (event: AnalyticsEvent) => {
    if (!isAllowed()) return;
    pushToDataLayer(host, toAnalyticsRecord(source, event), (error) => {
      if (hasFailed) return;
      hasFailed = true;
      report("window.dataLayer takes no analytics events:");
      pristine.console.error(error);
    });
  };

  return {
    _render({ _launcherVisible: launcherVisible, open }) {
      if ((launcherVisible || open) && !wasDisplayed) {
        wasDisplayed = true;
        push({ event: "pulsen_displayed" });
      }
      if (open === wasOpen) return;
      wasOpen = open;
      push({ event: open ? "pulsen_opened" : "pulsen_closed" });
    },
    receive: push,
  };
}
