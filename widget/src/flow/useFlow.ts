import { useSyncExternalStore } from "react";
import type { View } from "../engine/types";
import type { FlowRun } from "./flowRun";

/**
 * The present view of a run. Everything else about it lives outside React: the engine decides, effects are
 * performed where no rendering can repeat them.
 */
export function useFlow(run: FlowRun): View {
  return useSyncExternalStore(run.subscribe, run.view);
}
