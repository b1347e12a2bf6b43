import { loadCatalogue } from "../texts/catalogue";
import type { FlowRun } from "./flowRun";

/** Has the flow go on in another language: our texts first, then its words and ours change at once. */
export async function pickLanguage(run: FlowRun, code: string): Promise<void> {
  await loadCatalogue(code);
  run.send({ type: "language", code });
}
