import { type Boot, isPreview } from "../boot";
import type { SessionContext } from "../engine/types";
import { queryRecord } from "../shell/pageAddress";
import { storedFeedbackId } from "../storage/feedbackRecords";
import { deviceId } from "../storage/visitor";

/** The node of a preview (specification, section 4.2). */
const PREVIEW_NODE_ID = "PREVIEW";

/** How the visitor came to the flow. */
export interface Visit {
  /** The query of the page that the visitor sees: this one's, or the host's as far as it concerns feedback. */
  query: URLSearchParams;
  /** The address of that page, without what may be private. */
  originUrl: string;
  /** The language that the widget speaks. */
  widgetLanguage?: string | null;
}

/** What the engine is told about its surroundings when a session starts (docs/engine.md); not what time it is. */
export function describeSurroundings(boot: Boot, flow: object, visit: Visit): Omit<SessionContext, "now"> {
  const { query, originUrl, widgetLanguage } = visit;
  const preview = isPreview(boot, query);
  const nodeId = (!preview && boot.node?.id) || PREVIEW_NODE_ID;
  const flowId = "id" in flow ? String(flow.id) : "";
  const stored = preview ? undefined : storedFeedbackId(nodeId, flowId);
  const urlLanguage = boot.language ?? query.get("lang");
  return {
    node: { id: nodeId, ...describeNode(boot) },
    deviceId: deviceId(),
    query: queryRecord(query),
    originUrl,
    preview,
    seed: randomSeed(),
    preventMultipleFeedback: boot.widget?.prevent_multiple_feedback === true,
    ...(stored && { storedFeedbackId: stored }),
    ...(widgetLanguage && { widgetLanguage }),
    ...(urlLanguage && { urlLanguage }),
  };
}

function describeNode({ node, route }: Boot): Omit<NonNullable<SessionContext["node"]>, "id"> {
  const prevents = node?.prevent_multiple_feedback === true;
  // A link page may stand where one visitor follows the other. The widget lives in a visitor's own browser: there
  // nobody follows, and what was begun can wait (specification, section 3.2: the link page loads these).
  const isShared = route !== "widget";
  // Who may answer once is not led back to the start.
  const isFollowed = isShared && !prevents;
  return {
    prevent_multiple_feedback: prevents,
    idle_reset_timeout_in_seconds: (isShared && node?.idle_reset_timeout_in_seconds) || 0,
    thank_you_duration_in_seconds: (isFollowed && node?.thank_you_duration_in_seconds) || 0,
    ...(node?.default_language_id && { default_language_id: node.default_language_id }),
    ...(node?.channel_quota && { channel_quota: { action_kind: "", ...node.channel_quota } }),
  };
}

/** Decides the flow's random questions: another visit, other choices. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
