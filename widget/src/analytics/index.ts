import { type AnalyticsEvent, pushToDataLayer, toAnalyticsRecord } from "pulsen-loader/analytics";
import type { Boot, FlowOutline } from "../boot/boot";
import type { Outlets } from "../effects/outlets";
import type { Visit } from "../run/visit";
import { createFlowAnalytics, type FlowAnalytics } from "./flowAnalytics";

/**
 * Starts the analytics of a page's flow. This module is the entry point of a chunk, which only pages with
 * `analytics_enabled` load.
 *
 * @param outlets those of a widget's frame pass the events on to the loader. A link page has no host, and pushes them to
 * its own data layer.
 */
export function startAnalytics(
  { node }: Boot,
  flow: FlowOutline,
  visit: Visit,
  { reportAnalytics }: Outlets,
): FlowAnalytics {
  const options = { flowId: flow.id, isSeen: visit.isOpen ?? (() => true) };
  if (reportAnalytics) return createFlowAnalytics({ ...options, report: reportAnalytics });

  const report = (event: AnalyticsEvent) =>
    pushToDataLayer(window, toAnalyticsRecord({ nodeId: node?.id }, event), console.error);
  const analytics = createFlowAnalytics({ ...options, report });
  return {
    ...analytics,
    observeRun(run) {
      report({ event: "pulsen_displayed" });
      return analytics.observeRun(run);
    },
  };
}
