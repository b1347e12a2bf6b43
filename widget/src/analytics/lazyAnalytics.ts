import { isLate } from "../basics/isLate";
import { loadChunk } from "../basics/loadChunk";
import { type Boot, type FlowOutline, isPreview } from "../boot/boot";
import type { Outlets } from "../effects/outlets";
import type { Visit } from "../run/visit";
import type { FlowAnalytics } from "./flowAnalytics";

/**
 * Loads the analytics of a flow (docs/widget.md#analytics); returns `undefined` where they are not enabled, and in
 * previews. A flow continues without them where they do not arrive soon.
 */
export async function loadAnalytics(
  boot: Boot,
  flow: FlowOutline,
  visit: Visit,
  outlets: Outlets,
): Promise<FlowAnalytics | undefined> {
  // On a host page the widget decides, because its host owns the data layer.
  const owner = boot.route === "widget" ? boot.widget : boot.node;
  if (owner?.analytics_enabled !== true || isPreview(boot, visit.query)) return undefined;
  try {
    const loading = loadChunk("analytics", () => import("./index"));
    if (await isLate(loading)) return undefined;
    const { startAnalytics } = await loading;
    return startAnalytics(boot, flow, visit, outlets);
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
