import { useStore } from "../basics/useStore";
import type { View } from "../engine/types";
import type { FlowRun } from "./flowRun";

/**
 * Returns the current view of a run. Everything else about a run lives outside React, so that no rendering can repeat
 * an effect.
 */
export function useFlow(run: FlowRun): View {
  return useStore(run.subscribe, run.view);
}
