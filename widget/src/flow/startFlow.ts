import { type Boot, isPreview } from "../boot";
import { createPerformEffect } from "../effects/performEffect";
import type { Engine } from "../engine/engine";
import type { SessionContext } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { originUrl, queryRecord } from "../shell/pageAddress";
import { storedFeedbackId } from "../storage/feedbackRecords";
import { deviceId, touchSession } from "../storage/visitor";
import { type FlowRun, startFlowRun } from "./flowRun";

/** The node of a preview, where there is none (specification, section 4.2). */
const PREVIEW_NODE_ID = "PREVIEW";

/**
 * Starts the page's flow.
 *
 * @throws when the page has no flow or its definition is wrong.
 */
export function startFlow(engine: Engine, boot: Boot, query: URLSearchParams): FlowRun {
  if (!boot.flow) throw new PulsenError("The page came without a flow.");
  const now = Date.now();
  // Events are told by a clock that nobody sets back.
  const started = performance.now();
  touchSession(now);
  const session = engine.startSession(boot.flow, describeSurroundings(boot, boot.flow, query, now));
  const perform = createPerformEffect(boot.api_base, isPreview(boot.route));
  return startFlowRun(session, () => performance.now() - started, perform);
}

function describeSurroundings(boot: Boot, flow: object, query: URLSearchParams, now: number): SessionContext {
  const { node } = boot;
  const nodeId = node?.id ?? PREVIEW_NODE_ID;
  const flowId = "id" in flow ? String(flow.id) : "";
  const stored = storedFeedbackId(nodeId, flowId);
  const urlLanguage = boot.language ?? query.get("lang");
  return {
    node: {
      id: nodeId,
      prevent_multiple_feedback: node?.prevent_multiple_feedback ?? false,
      ...(node?.default_language_id && { default_language_id: node.default_language_id }),
      ...(node?.channel_quota && { channel_quota: node.channel_quota }),
    },
    deviceId: deviceId(),
    now,
    query: queryRecord(query),
    originUrl: originUrl(window.location, query),
    preview: isPreview(boot.route),
    ...(stored && { storedFeedbackId: stored }),
    ...(urlLanguage && { urlLanguage }),
  };
}
