import type { Boot } from "../../boot/boot";
import type { FlowRun } from "../../run/flowRun";
import type { Notices } from "../../run/notices";
import type { Visit } from "../../run/visit";
import { Redirect } from "./Redirect";
import { isAllowed } from "./redirectHosts";

/** The page that has come to an end. */
export interface EndedPage {
  boot: Boot;
  visit: Visit;
  /** Whether it is a preview, which names the address only. */
  instant: boolean;
  outlets: { postToHost(message: `PSN_${string}`, data: object, delayMs: number): void };
  notices: Notices;
  run(): FlowRun;
}

/**
 * Leads on from an end whose feedback is stored (docs/flows.md#redirects): at once or after seconds, which are shown. A link
 * stays for visitors whom the browser or the host page does not take along. Nothing leads away from a kiosk, and a page in a
 * foreign frame has the link only: what it would lead to may be in no frame.
 *
 * @throws {TypeError} for what is no address.
 */
export function leadOn(page: EndedPage, to: { url: string; afterSeconds: number }): void {
  const { boot, visit, instant, outlets } = page;
  const address = new URL(to.url);
  if (boot.kiosk) return;
  if (!instant && !isAllowed(address, boot.node?.redirect_hosts)) {
    console.error(`The node does not allow redirects to ${address.host}.`);
    return;
  }
  const isFramed = window.parent !== window;
  const isWidget = boot.route === "widget";
  const leads = !instant && (isWidget || !isFramed);
  const lead = () => {
    // Who closes the widget has stayed.
    if (visit.isOpen?.() === false) return;
    if (isWidget) outlets.postToHost("PSN_REDIRECT", { url: address.href }, 0);
    else window.location.assign(address);
  };
  showUntilRestart(page, () => (
    <Redirect
      address={address}
      seconds={leads ? to.afterSeconds : 0}
      opensTab={isFramed || instant}
      onEnd={lead}
    />
  ));
  if (leads && to.afterSeconds === 0) lead();
}

/** Shows a notice until another run begins. */
function showUntilRestart({ notices, run }: EndedPage, Content: React.ComponentType): void {
  const { round, subscribe } = run();
  const ended = round();
  Content.displayName = "Redirect";
  const hide = notices.show({ place: "below", Content });
  const stop = subscribe(() => {
    if (round() === ended) return;
    stop();
    hide();
  });
}
