import { type Boot, isPreview } from "../boot";
import type { Outlets } from "../effects/outlets";
import { createPerformEffect } from "../effects/performEffect";
import { loadEngine } from "../engine/engine";
import type { SessionContext } from "../engine/types";
import { PulsenError } from "../errors/pulsenError";
import { loadKinds } from "../questions/kind";
import { queryRecord } from "../shell/pageAddress";
import { storedFeedbackId } from "../storage/feedbackRecords";
import { deviceId, touchSession } from "../storage/visitor";
import { type FlowRun, startFlowRun } from "./flowRun";

/** The node of a preview, where there is none (specification, section 4.2). */
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

/**
 * Starts the page's flow, once the engine and all that its questions need are there.
 *
 * @param outlets the ways out of the page, where it is not a page of its own.
 * @throws when the page has no flow, its definition is wrong, or a part of the application does not come.
 */
export async function startFlow(boot: Boot, visit: Visit, outlets?: Outlets): Promise<FlowRun> {
  if (!boot.flow) throw new PulsenError("The page came without a flow.");
  const [engine] = await Promise.all([loadEngine(), loadKinds(boot.flow)]);
  const now = Date.now();
  // Events are told by a clock that nobody sets back.
  const started = performance.now();
  touchSession(now);
  const session = engine.startSession(boot.flow, describeSurroundings(boot, boot.flow, visit, now));
  const perform = createPerformEffect(boot.api_base, isPreview(boot.route), outlets);
  return startFlowRun(session, () => performance.now() - started, perform);
}

function describeSurroundings(boot: Boot, flow: object, visit: Visit, now: number): SessionContext {
  const { node, widget } = boot;
  const { query, originUrl, widgetLanguage } = visit;
  const nodeId = node?.id ?? PREVIEW_NODE_ID;
  const flowId = "id" in flow ? String(flow.id) : "";
  const stored = storedFeedbackId(nodeId, flowId);
  const urlLanguage = boot.language ?? query.get("lang");
  return {
    node: {
      id: nodeId,
      prevent_multiple_feedback: Boolean(
        node?.prevent_multiple_feedback || widget?.prevent_multiple_feedback,
      ),
      ...(node?.default_language_id && { default_language_id: node.default_language_id }),
      ...(node?.channel_quota && { channel_quota: node.channel_quota }),
    },
    deviceId: deviceId(),
    now,
    query: queryRecord(query),
    originUrl,
    preview: isPreview(boot.route),
    seed: randomSeed(),
    ...(stored && { storedFeedbackId: stored }),
    ...(widgetLanguage && { widgetLanguage }),
    ...(urlLanguage && { urlLanguage }),
  };
}

/** Decides the flow's random questions: another visit, other choices. */
function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
