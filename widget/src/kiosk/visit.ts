import type { Boot } from "../boot/boot";
import { type Outlets, pageOutlets } from "../effects/outlets";
import type { View } from "../engine/types";
import { pickLanguage } from "../flow/pickLanguage";
import { type LoadKinds, type StartedFlow, startFlow } from "../flow/startFlow";
import type { FlowRun } from "../run/flowRun";
import type { Visit } from "../run/visit";

/** One visitor at a kiosk. */
export interface KioskVisit {
  flow: StartedFlow;
  /** The run as it is shown. */
  run: FlowRun;
  stop(): void;
}

export interface VisitOptions {
  boot: Boot;
  visit: Visit;
  loadKinds: LoadKinds;
  /** How long the end of a flow is shown that leads to a chat; all others the engine times. */
  thankYouMs: number;
}

/** Nobody would be there to read a reply. */
const OUTLETS: Outlets = { ...pageOutlets, openChat() {} };

/**
 * Starts a visitor's run, as if the page had just been opened.
 *
 * @param onEnd called when the visitor has answered to the end, or has gone.
 */
export async function startVisit(
  { boot, visit, loadKinds, thankYouMs }: VisitOptions,
  language: string,
  onEnd: () => void,
): Promise<KioskVisit> {
  const flow = await startFlow(boot, visit, loadKinds, OUTLETS);
  const { run, customer } = flow;
  // Visitors of a kiosk share its device: the server must not take them for one.
  customer.forget();
  if (language !== run.view().language) await pickLanguage(run, language);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = run.subscribe(() => {
    if (run.round() > 0) return onEnd();
    if (run.view().style === "chat") timer ??= setTimeout(onEnd, thankYouMs);
  });
  return {
    flow,
    run: { ...run, view: withoutChat(run.view) },
    stop() {
      unsubscribe();
      clearTimeout(timer);
      flow.stop();
    },
  };
}

/** Shows a thank-you in place of the page that leads to a chat. */
function withoutChat(view: () => View): () => View {
  let known: View | undefined;
  let shown: View;
  return () => {
    const next = view();
    if (next !== known) shown = next.style === "chat" ? { ...next, style: "thank_you" } : next;
    known = next;
    return shown;
  };
}
