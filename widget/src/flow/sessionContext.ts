import { type Boot, type FlowOutline, isPreview } from "../boot/boot";
import { queryRecord } from "../boot/pageAddress";
import type { SessionContext } from "../engine/types";
import type { Visit } from "../run/visit";
import { storedFeedbackId } from "../storage/feedbackRecords";
import { deviceId } from "../storage/visitor";

/** The node id of previews. */
const PREVIEW_NODE_ID = "PREVIEW";

/** Builds the context that a session starts with (docs/engine.md#context), except for the current time and the customer. */
export function buildSessionContext(
  boot: Boot,
  flow: FlowOutline,
  { query, originUrl, widgetLanguage }: Visit,
): Omit<SessionContext, "now"> {
  const preview = isPreview(boot, query);
  const nodeId = (!preview && boot.node?.id) || PREVIEW_NODE_ID;
  const stored = preview ? undefined : storedFeedbackId(nodeId, flow.id);
  return {
    node: { id: nodeId, ...nodeContext(boot) },
    deviceId: deviceId(),
    query: queryRecord(query),
    originUrl,
    preview,
    seed: randomSeed(),
    preventMultipleFeedback: boot.widget?.prevent_multiple_feedback === true,
    ...(boot.widget?.code && { widgetCode: boot.widget.code }),
    ...(stored && { storedFeedbackId: stored }),
    ...(widgetLanguage && { widgetLanguage }),
    ...(boot.url_language && { urlLanguage: boot.url_language }),
  };
}

function nodeContext({ node, route }: Boot): Omit<NonNullable<SessionContext["node"]>, "id"> {
  const prevents = node?.prevent_multiple_feedback === true;
  // Visitors may follow each other on a link page, as on a tablet at the till. A widget is in one visitor's browser,
  // where half-given answers can wait (docs/engine.md#idle-time).
  const isShared = route !== "widget";
  // After the one feedback there is nothing to restart for.
  const restartsAfterThanks = isShared && !prevents;
  return {
    prevent_multiple_feedback: prevents,
    idle_reset_timeout_in_seconds: (isShared && node?.idle_reset_timeout_in_seconds) || 0,
    thank_you_duration_in_seconds: (restartsAfterThanks && node?.thank_you_duration_in_seconds) || 0,
    ...(node?.default_language_id && { default_language_id: node.default_language_id }),
    ...(node?.channel_quota && { channel_quota: { action_kind: "", ...node.channel_quota } }),
  };
}

/** Returns the seed of the flow's random questions and orders, which differ from visit to visit. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
