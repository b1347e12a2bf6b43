import type { PulsenServer } from "./pulsenServer";

/** Each server gives a token of this name once. */
const tokens = new WeakMap<PulsenServer, string>();

/** Returns how often the flow of a node was shown, opened and started, as its results say (docs/results.md#counters). */
export async function countedSteps(pulsen: PulsenServer, flowId: string, nodeId: string): Promise<unknown> {
  const token = tokens.get(pulsen) ?? pulsen.staffToken("Counters");
  tokens.set(pulsen, token);
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${pulsen.url}/v1/staff/flows/${flowId}/summary?node_id=${nodeId}`, {
    headers,
  });
  const { counters } = await response.json();
  return counters && { shown: counters.shown, opened: counters.opened, started: counters.started };
}
