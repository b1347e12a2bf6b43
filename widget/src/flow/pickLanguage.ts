import type { FlowRun } from "../run/flowRun";
import { loadCatalog } from "../texts/catalog";

/** Changes the flow's language once our own texts are loaded, so that all texts change at once. */
export async function pickLanguage(run: FlowRun, code: string): Promise<void> {
  await loadCatalog(code);
  run.send({ type: "language", code });
}
