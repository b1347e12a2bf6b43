import { listen, onRemoval, removeListeners } from "../basics/listeners.ts";
import { type Globals, lowerCase, pristine, report, usePristineGlobals } from "../basics/pristineGlobals.ts";
import { OPAQUE_ORIGIN } from "../frame/bridge.ts";
import { commandOf, type HostWindow, installApi } from "../host/api.ts";
import { type Call, type ErrorCode, refuse } from "../host/call.ts";
import { readRecord, storeRecord } from "../host/displayRecords.ts";
import { watchAddress, watchFrameRefusal } from "../host/hostEvents.ts";
import { watchOpeners } from "../host/openers.ts";
import { applyAttributes, findTag } from "../host/tagAttributes.ts";
import { createMount, type Mount } from "../launcher/mount.ts";
import { whenAtRest } from "../launcher/restingPage.ts";
import { addHandlers, update } from "../lifecycle/lifecycle.ts";
import type { LifecycleEffect, LifecycleEvent } from "../lifecycle/messages.ts";
import { createLifecycle, isAllowed } from "../lifecycle/state.ts";
import { getView } from "../lifecycle/view.ts";
import type { LoaderConfiguration } from "../protocol/configuration.ts";
import { createLazyInteraction } from "./interactionLoader.ts";
import { loadPart } from "./loadPart.ts";
import { createAddressRule, isDomainAllowed, isMobile } from "./pageTargeting.ts";
import type { LookModule } from "./parts.ts";
import type { Widget } from "./widgetState.ts";
import { createWidgetUi } from "./widgetUi.ts";

/** The file name of the look that was built with this core (`builds.mjs`). */
declare const __PSN_LOOK__: string;

/** How often the host may remove the widget, each time within this many milliseconds, before it stays away. */
const MAX_REMOVALS = 10;
const REMOVAL_PAUSE_MS = 1_000;

/** Starts the widget on this page. Does nothing if an earlier loader has done so. */
export function startWidget(configuration: LoaderConfiguration): void {
  const { code, config } = configuration;
  const script = findTag(code);
  const labelled = config.default_language_code;
  const wrongAttributes = applyAttributes(script, config);
  const state = createLifecycle(
    config,
    !configuration.unavailable,
    !!script?.hasAttribute("data-psn-inline"),
  );
  const language = config.default_language_code;
  const send = (event: LifecycleEvent) => {
    const effects = update(state, event, pristine.Date.now());
    // Rendered before the effects, because an element has to be visible to take the focus.
    widget._render();
    if (state._ended) api?._leave();
    for (let index = 0; index < effects.length; index++) perform(widget, effects[index] as LifecycleEffect);
  };
  const interaction = createLazyInteraction(
    configuration,
    (module) => module.start(widget),
    () => {
      if (state._ended) giveUp(widget);
      else send({ type: "_start_failed", reason: "not_loaded" });
    },
  );
  const api = installApi(
    window as unknown as HostWindow,
    code,
    (call) => {
      takeCall(widget, call);
      if (call[0] === "destroy") api?.remove();
    },
    () => state.open,
  );
  if (!api) return;
  const widget: Widget = {
    _configuration: configuration,
    _hurry: () => {},
    _frameOrigin: "",
    _idSuffix: "",
    state,
    language: language ?? null,
    _wrongAttributes: wrongAttributes,
    _needsLabels: language !== labelled,
    _script: script,
    _globals: () => pristine,
    _interaction: interaction,
    _calls: [],
    _heard: { __proto__: null } as unknown as Record<string, boolean>,
    _send: send,
    _addHandlers: addHandlers,
    _isAllowed: () => isAllowed(state),
    _render() {
      if (state._ended || !widget.ui) return;
      const view = getView(state);
      widget.ui._render(view);
      const { shown } = configuration;
      if (shown && (view._launcherVisible || view.open)) {
        configuration.shown = "";
        loadPart(
          configuration,
          shown,
          () => {},
          () => {},
        );
      }
      // Tells the host's tag manager that the widget is displayed.
      if (view._launcherVisible && config.analytics_enabled) interaction.load();
    },
    labels: configuration.labels,
    setLanguage(code, labels) {
      widget.language = code;
      widget.labels = labels;
      widget.ui?.setLanguage();
    },
    _focusLauncher: () => widget.ui?.focus(),
    _give: (message) => interaction._use((present) => present._give(message)),
  };

  widget._hurry = whenAtRest(() => start(widget, api._isFirst));
  api._replay();
}

/** Begins, or begins again where the host has removed the widget's elements. */
function start(widget: Widget, isFirst: boolean): void {
  if (!widget.state._ended) attempt(widget, () => mountWidget(widget, isFirst));
}

/** Some hosts replace their own methods with ones that throw. */
function attempt(widget: Widget, act: () => void): void {
  try {
    act();
  } catch {
    widget._send({ type: "_start_failed", reason: "not_mounted" });
  }
}

function mountWidget(widget: Widget, isFirst: boolean): void {
  const { _configuration: configuration, _send: send } = widget;
  const { code, api_base: base, config } = configuration;
  const mount = createMount(() => putBack(widget, isFirst), isFirst ? "" : `-${code}`, config.z_index);
  widget._mount = mount;
  // Not before there are pristine functions.
  if (widget.language) widget.language = lowerCase(widget.language);
  widget._idSuffix = mount._idSuffix;
  widget._container = mount._container;
  widget._sandboxed = mount._sandboxed;
  const { origin, hostname } = new pristine.URL(base);
  widget._frameOrigin = mount._sandboxed ? OPAQUE_ORIGIN : origin;
  if (!isDomainAllowed(window.location.hostname, config.enabled_domains, hostname)) {
    send({ type: "_start_failed", reason: "domain_not_allowed" });
    return;
  }
  const draw = () => drawWidget(widget, mount, isFirst);
  if (!config.theme) {
    draw();
    return;
  }
  // The host may have removed the widget meanwhile.
  const drawLate = () => widget._mount === mount && attempt(widget, draw);
  const drawAlike = (module: LookModule) => {
    if (widget._mount !== mount) return;
    module.start(widget);
    drawLate();
  };
  loadPart(configuration, __PSN_LOOK__, drawAlike, drawLate);
}

function drawWidget(widget: Widget, mount: Mount, isFirst: boolean): void {
  const {
    _configuration: configuration,
    state,
    _send: send,
    _interaction: interaction,
    _calls: calls,
  } = widget;
  const { code, api_base: base, config } = configuration;
  const isEnabledAt = createAddressRule(config.enabled_urls);
  const addressEnabled = () => isEnabledAt(window.location.href);
  widget.ui = createWidgetUi(widget, mount);
  interaction._current?.begin();
  watchFrameRefusal(new pristine.URL(base).origin, () => send({ type: "frame_refused" }));
  watchAddress(window, () => send({ type: "address", _addressEnabled: addressEnabled() }));
  listen(document, "visibilitychange", () => {
    // Another tab may have begun a chat, or read its replies.
    if (state.consent && readRecord(recordKey(configuration)).hasChat)
      perform(widget, { type: "_count_unread" });
  });
  watchOpeners(code, isFirst, config, (keyboard) => send({ type: "open", _keyboard: keyboard }));
  if (state._loaded) {
    send({ type: "_put_back" });
    return;
  }
  send({
    type: "load",
    _mobile: isMobile(pristine.navigator.userAgent),
    _addressEnabled: addressEnabled(),
    // Without consent nothing is read from the host's storage either.
    _record: state.consent ? readRecord(recordKey(configuration)) : {},
    _draw: (pristine.Math.random() * 100) | 0,
  });
  const isNeeded =
    // Calls that came before the page was parsed; a report.
    calls.length ||
    widget._wrongAttributes ||
    widget._needsLabels ||
    widget._heard.PSN_WIDGET_READY ||
    widget._heard.PSN_WIDGET_DISPLAYED ||
    // It looks for the widget's place.
    state.inline;
  if (isNeeded) interaction.load();
}

/** Draws the widget again, because the host has removed it from the page (docs/widget.md#removal-by-the-host). */
function putBack(widget: Widget, isFirst: boolean): void {
  const { state, _send: send } = widget;
  const now = pristine.Date.now();
  const isAtOnce = now - (widget._lostAt ?? 0) < REMOVAL_PAUSE_MS;
  widget._lostAt = now;
  widget._losses = isAtOnce ? (widget._losses ?? 0) + 1 : 1;
  unmount(widget);
  // Those of the launcher's frame have ended with it.
  usePristineGlobals(window as Globals);
  if (state._ended) return;
  if (widget._losses > MAX_REMOVALS) send({ type: "_start_failed", reason: "removed" });
  // A script that writes the document again.
  else if (document.readyState === "loading")
    listen(document, "DOMContentLoaded", () => start(widget, isFirst));
  else start(widget, isFirst);
}

/** Performs an effect, or leaves it to the interaction. */
function perform(widget: Widget, effect: LifecycleEffect): void {
  const { _configuration: configuration, _interaction: interaction, _send: send } = widget;
  switch (effect.type) {
    case "_start_timer": {
      const { setTimeout, clearTimeout } = pristine;
      const event: LifecycleEvent = { type: "timer", timer: effect.timer };
      const timer = setTimeout(() => send(event), effect._afterMs);
      onRemoval(() => clearTimeout(timer));
      return;
    }
    case "store":
      storeRecord(recordKey(configuration), effect._fields);
      return;
    case "_focus_launcher":
      if (interaction._current) interaction._current._perform(effect);
      else widget._focusLauncher();
      return;
    case "remove":
      interaction._current?._perform(effect);
      unmount(widget);
      if (!interaction._current) refuseCalls(widget, "destroyed");
      return;
    case "fail":
      if (effect.reason === "not_loaded" && !interaction._current) {
        giveUp(widget);
        return;
      }
      interaction.load();
      interaction._use((present) => {
        present._perform(effect);
        unmount(widget);
      });
      return;
    case "_create_frame":
      if (!widget.state.inline) widget.ui?._createFrame();
      break;
  }
  const isHeard = effect.type !== "_notify_host" || effect._toWindow || widget._heard[effect.message];
  if (isHeard) interaction.load();
  interaction._use((present) => present._perform(effect));
}

/** Carries out a command of the host. */
function takeCall(widget: Widget, call: Call): void {
  const command = commandOf(call);
  const { 0: name, 1: first } = call;
  const { _interaction: interaction, _calls: calls, _configuration: configuration } = widget;
  if (typeof command === "string") widget._send({ type: command, name: first } as LifecycleEvent);
  if (widget.state._opensWhenLoaded) widget._hurry();
  const isConsent = name === "consent" && typeof first === "boolean";
  if (isConsent) {
    const given = first as boolean;
    widget._send({ type: "consent", given, _record: readRecord(recordKey(configuration)) });
  }
  if (name === "destroy" || command === false || (isConsent && first)) call.resolve?.();
  if (widget._refusal) {
    refuse(call, widget._refusal);
    return;
  }
  // Most events open nothing, and need no interaction. It says what is wrong with one that has no name.
  if (name === "event" && typeof first === "string") {
    call.resolve?.();
    return;
  }
  if (command === false) widget._heard[first as string] = true;
  else if (!interaction._current && !(isConsent && first)) {
    calls[calls.length] = call;
    // Before that there is no place on the page for what it may do.
    if (widget.ui) interaction.load();
  }
  interaction._use((present) => present.run(call));
}

/** Withdraws because the interaction does not come, so that nobody else can say why. */
function giveUp(widget: Widget): void {
  if (widget._refusal) return;
  report(`The feedback widget from ${widget._configuration.api_base} did not load.`);
  unmount(widget);
  refuseCalls(widget, "frame_failed");
}

function refuseCalls(widget: Widget, code: ErrorCode): void {
  const { _calls: calls } = widget;
  widget._refusal = code;
  for (let index = 0; index < calls.length; index++) refuse(calls[index] as Call, code);
}

function recordKey({ code, config }: LoaderConfiguration): string {
  return config.node_id ?? code;
}

function unmount(widget: Widget): void {
  widget._interaction._current?.remove();
  removeListeners();
  widget.ui = undefined;
  widget._mount?.remove();
  widget._mount = undefined;
}
