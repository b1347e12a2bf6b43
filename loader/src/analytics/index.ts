export { pushToDataLayer } from "./dataLayer.ts";
export {
  type AnalyticsEvent,
  type AnalyticsRecord,
  type FlowAnalyticsEvent,
  isFlowAnalyticsEvent,
  toAnalyticsRecord,
} from "./events.ts";
