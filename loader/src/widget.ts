import { isAddressEnabled, isDomainAllowed, isMobile } from "./access.ts";
import type { Baked } from "./configuration.ts";
import { type HostWindow, installApi } from "./host/api.ts";
import { postToHost, pushAnalytics } from "./host/messages.ts";
import { recordDisplay, recordFeedback } from "./host/records.ts";
import { createGround } from "./launcher/ground.ts";
import { createLifecycle, step, view } from "./lifecycle/lifecycle.ts";
import type { DenialReason, LifecycleEffect, LifecycleEvent } from "./lifecycle/messages.ts";
import { createPage, type Page } from "./page.ts";
import { clean, listen, removeListeners, report } from "./realm.ts";
import { explain } from "./withdrawal.ts";

/** Starts the widget on this page; does nothing where it is there already. */
export function startWidget(baked: Baked): void {
  const { code, config } = baked;
  const lifecycle = createLifecycle(config);
  let page: Page | undefined;
  let container: HTMLElement | undefined;

  const send = (event: LifecycleEvent) => {
    const effects = step(lifecycle, event);
    // What is shown comes first: nothing takes the focus before it can be seen.
    if (!lifecycle.ended) page?.show(view(lifecycle));
    for (let index = 0; index < effects.length; index++) {
      const effect = effects[index] as LifecycleEffect;
      performers[effect.type](effect as never);
    }
  };

  const api = installApi(window as HostWindow, send);
  if (!api) return;

  const performers: Performers = {
    create_frame: () => page?.createFrame(),
    schedule({ timer, afterMs }) {
      clean.setTimeout(() => send({ type: "timer", timer }), afterMs);
    },
    tell_frame: ({ message }) => page?.tellFrame(message),
    focus_frame: ({ edge }) => page?.focusFrame(edge),
    focus_launcher: () => page?.focusLauncher(),
    tell_host({ message, data, toWindow }) {
      if (toWindow) postToHost(window, message, data);
      api.emit(message, data);
    },
    record_display: () => recordDisplay(config.node_id ?? code),
    record_feedback: () => recordFeedback(config.node_id ?? code),
    push_analytics: ({ event }) => pushAnalytics(window, event),
    withdraw({ reason }) {
      report(explain(reason, baked));
      leave();
    },
    remove() {
      api.remove();
      leave();
    },
  };

  const draw = () => {
    const ground = createGround();
    container = ground.container;
    const reason = denialOf(baked, window.location.hostname);
    if (reason) {
      send({ type: "denied", reason });
      return;
    }
    page = createPage(baked, ground, view(lifecycle), send);
    send({
      type: "load",
      mobile: isMobile(clean.navigator.userAgent),
      addressEnabled: isAddressEnabled(window.location.href, config.enabled_urls),
    });
  };

  const start = () => {
    if (lifecycle.ended) return;
    try {
      draw();
    } catch {
      // Some hosts guard their own methods with code that throws; theirs is no page for us.
      send({ type: "denied", reason: "not_drawn" });
    }
  };

  const leave = () => {
    removeListeners();
    page = undefined;
    if (container) clean.Element.prototype.remove.call(container);
  };

  api.replay();
  // Not before the page is read: else the widget would come first in the order of focus.
  if (document.readyState === "loading") listen(document, "DOMContentLoaded", start);
  else start();
}

/** One performer for each kind of effect: a new kind without one does not compile. */
type Performers = {
  [Type in LifecycleEffect["type"]]: (effect: Extract<LifecycleEffect, { type: Type }>) => void;
};

function denialOf({ api_origin, config }: Baked, hostname: string): DenialReason | undefined {
  const ownHost = new clean.URL(api_origin).hostname;
  return isDomainAllowed(hostname, config.enabled_domains, ownHost) ? undefined : "domain_not_allowed";
}
