import type { Boot } from "./boot";
import { loadEngine } from "./engine/engine";
import { messageKeyOf } from "./errors/pulsenError";
import type { FlowRun } from "./flow/flowRun";
import { startFlow } from "./flow/startFlow";
import { isLinkUsedUp } from "./storage/linkChannels";
import { loadCatalogue, type TextKey } from "./texts/catalogue";

/** What the page shows, and in which language it starts. */
export type Screen = { language: string } & (
  | { kind: "flow"; run: FlowRun }
  | { kind: "already_given" }
  | { kind: "error"; messageKey: TextKey }
);

/** Finds out what to show, and loads what that needs. What goes wrong on the way is a screen too. */
export async function prepareScreen(boot: Boot, query: URLSearchParams): Promise<Screen> {
  const language = likelyLanguage(boot);
  const texts = loadCatalogue(language);
  if (boot.error || isUsedUp(boot)) {
    await texts;
    return boot.error
      ? { kind: "error", messageKey: boot.error, language }
      : { kind: "already_given", language };
  }
  try {
    const run = startFlow(await loadEngine(), boot, query);
    await Promise.all([texts, loadCatalogue(run.view().language)]);
    return { kind: "flow", run, language: run.view().language };
  } catch (error) {
    console.error("The flow could not be started:", error);
    await texts;
    return { kind: "error", messageKey: messageKeyOf(error), language };
  }
}

function isUsedUp({ node }: Boot): boolean {
  if (!node?.prevent_multiple_feedback) return false;
  return isLinkUsedUp(node.id, node.multiple_feedback_delay_period, Date.now());
}

/** The page's language as far as it is known before the flow is read: its texts are asked for meanwhile. */
function likelyLanguage({ language, node }: Boot): string {
  const asked = language ?? node?.default_language_id ?? "";
  return /^[a-z]{2,3}(-|$)/i.test(asked) ? asked : "en";
}
