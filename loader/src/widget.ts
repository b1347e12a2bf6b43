import type { LoaderConfiguration } from "./configuration.ts";
import { isAddressEnabled, isDomainAllowed, isMobile } from "./displayRules.ts";
import { failureMessage } from "./failureMessage.ts";
import { hostAddress } from "./host/address.ts";
import { type HostWindow, type InstalledApi, installApi } from "./host/api.ts";
import { flushDelayedMessages, notifyBeforeLeaving, watchLeaving } from "./host/delayedMessages.ts";
import { readRecord, storeRecord } from "./host/displayRecords.ts";
import { watchExitIntent } from "./host/exitIntent.ts";
import { watchAddress, watchFrameRefusal } from "./host/hostEvents.ts";
import { postToHost } from "./host/hostMessages.ts";
import { createMount } from "./launcher/mount.ts";
import { update } from "./lifecycle/lifecycle.ts";
import type { LifecycleEffect, LifecycleEvent } from "./lifecycle/messages.ts";
import { createLifecycle, type LifecycleState } from "./lifecycle/state.ts";
import { getView } from "./lifecycle/view.ts";
import { listen, removeListeners } from "./listeners.ts";
import { pristine, report } from "./pristineGlobals.ts";
import { createWidgetUi, type WidgetUi } from "./widgetUi.ts";

/** Whether this build of the loader is the one for widgets that open when the visitor leaves (`build.mjs`). */
declare const __PSN_EXIT_INTENT__: boolean;

/** The widget on this page: its life cycle and what performs its effects. */
interface Widget {
  configuration: LoaderConfiguration;
  lifecycle: LifecycleState;
  api: InstalledApi;
  send(event: LifecycleEvent): void;
  container?: HTMLElement;
  ui?: WidgetUi | undefined;
}

/** Starts the widget on this page. Does nothing if an earlier loader has done so. */
export function startWidget(configuration: LoaderConfiguration): void {
  const lifecycle = createLifecycle(configuration.config, !configuration.unavailable);
  const send = (event: LifecycleEvent) => {
    const effects = update(lifecycle, event, pristine.Date.now());
    // Rendered before the effects, because an element has to be visible to take the focus.
    if (!lifecycle.ended) widget.ui?.render(getView(lifecycle));
    for (let index = 0; index < effects.length; index++) {
      const effect = effects[index] as LifecycleEffect;
      EFFECT_HANDLERS[effect.type](widget, effect as never);
    }
  };
  const api = installApi(window as HostWindow, send);
  if (!api) return;
  const widget: Widget = { configuration, lifecycle, api, send };

  api.replay();
  const start = () => startWhenParsed(widget);
  // After the page's own content, so that the widget is last in the focus order.
  if (document.readyState === "loading") listen(document, "DOMContentLoaded", start);
  else start();
}

function startWhenParsed(widget: Widget): void {
  if (widget.lifecycle.ended) return;
  try {
    mountWidget(widget);
  } catch {
    // Some hosts replace their own methods with ones that throw.
    widget.send({ type: "start_failed", reason: "not_mounted" });
  }
}

function mountWidget(widget: Widget): void {
  const { configuration, lifecycle, send } = widget;
  const { api_origin: origin, config } = configuration;
  const mount = createMount();
  widget.container = mount.container;
  if (!isDomainAllowed(window.location.hostname, config.enabled_domains, new pristine.URL(origin).hostname)) {
    send({ type: "start_failed", reason: "domain_not_allowed" });
    return;
  }

  const addressEnabled = () => isAddressEnabled(window.location.href, config.enabled_urls);
  widget.ui = createWidgetUi(configuration, mount, getView(lifecycle), send);
  watchFrameRefusal(origin, () => send({ type: "frame_refused" }));
  watchLeaving();
  watchAddress(window, () => {
    const { originUrl } = hostAddress(window.location.href);
    send({ type: "address", addressEnabled: addressEnabled(), originUrl });
  });
  if (__PSN_EXIT_INTENT__ && config.display_on_exit) watchExitIntent(() => send({ type: "exit_intent" }));
  send({
    type: "load",
    mobile: isMobile(pristine.navigator.userAgent),
    addressEnabled: addressEnabled(),
    record: readRecord(recordKey(configuration)),
  });
}

/** One handler for each type of effect: a new type without a handler does not compile. */
const EFFECT_HANDLERS: {
  [Type in LifecycleEffect["type"]]: (
    widget: Widget,
    effect: Extract<LifecycleEffect, { type: Type }>,
  ) => void;
} = {
  create_frame: ({ ui }) => ui?.createFrame(),
  start_timer({ send }, { timer, afterMs }) {
    pristine.setTimeout(() => send({ type: "timer", timer }), afterMs);
  },
  post_to_frame: ({ ui }, { message }) => ui?.postToFrame(message),
  focus_frame: ({ ui }, { edge }) => ui?.focusFrame(edge),
  focus_launcher: ({ ui }) => ui?.focusLauncher(),
  notify_host({ api }, { message, data, toWindow, delayMs }) {
    const notify = (isLeaving: boolean) => {
      if (toWindow) postToHost(window, message, data, isLeaving);
      api.notify(message, data);
    };
    if (delayMs) notifyBeforeLeaving(delayMs, notify);
    else notify(false);
  },
  store: ({ configuration }, { fields }) => storeRecord(recordKey(configuration), fields),
  fail(widget, { reason }) {
    report(failureMessage(reason, widget.configuration));
    unmountWidget(widget);
  },
  remove(widget) {
    unmountWidget(widget);
    widget.api.remove();
  },
};

function recordKey({ code, config }: LoaderConfiguration): string {
  return config.node_id ?? code;
}

function unmountWidget(widget: Widget): void {
  flushDelayedMessages();
  removeListeners();
  widget.ui = undefined;
  if (widget.container) pristine.Element.prototype.remove.call(widget.container);
}
