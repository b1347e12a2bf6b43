/**
 * The loader's second part: a module that the core imports when a visitor or the host's script wants something of the
 * widget (`../core/parts.ts`). Each widget on a page has a module of its own, so that its modules may have state.
 */

import { removeListeners } from "../basics/listeners.ts";
import { pristine, report, usePristineGlobals } from "../basics/pristineGlobals.ts";
import { createContent } from "../content/content.ts";
import type { Core, Interaction } from "../core/parts.ts";
import { flushDelayedMessages, watchLeaving } from "../host/delayedMessages.ts";
import { watchExitIntent } from "../host/exitIntent.ts";
import { createSubscriptions, type Subscriptions } from "../host/subscriptions.ts";
import { createInlineForm } from "../inline/inlineForm.ts";
import { FRAME_HANDLERS } from "../lifecycle/frameEvents.ts";
import { channelData } from "../lifecycle/lifecycle.ts";
import { getView, type LifecycleView } from "../lifecycle/view.ts";
import type { FrameMessage } from "../protocol/protocol.ts";
import { createUnreadCounter } from "../unread/countUnread.ts";
import { createTitleCount } from "../unread/titleCount.ts";
import { createCommands } from "./commands.ts";
import { type Performers, performEffect } from "./effects.ts";
import { createEraser } from "./eraser.ts";
import { createFrameMessages } from "./frameMessages.ts";
import { createHostAnalytics, type HostAnalytics } from "./hostAnalytics.ts";
import { loadLabels } from "./labels.ts";
import { createScrollDepth } from "./scrollDepth.ts";

export function start(core: Core): Interaction {
  usePristineGlobals(core._globals());
  core._addHandlers(FRAME_HANDLERS);
  const subscriptions = createSubscriptions();
  const messages = createFrameMessages(core, (message) => performers.content?.post(message));
  const eraser = createEraser(core, (isErased) => commands.erased(isErased));
  const unread = createUnreadCounter(core);
  const commands = createCommands(core, subscriptions, messages, eraser, unread);
  const analytics = startAnalytics(core);
  if (core._needsLabels && core.language) loadLabels(core, core.language, () => {});
  if (core._wrongAttributes) {
    report(
      `The script tag of the feedback widget has attributes with wrong values:${core._wrongAttributes}.`,
    );
  }

  const receive = (message: FrameMessage) => {
    // Before the frame hears that it is open: a visitor whom the host knows is not taken for nobody.
    if (message.type === "ready") messages.ready(message);
    if (message.type === "analytics") analytics?.receive(message.event);
    else if (message.type === "erased") commands.visitorForgotten();
    else core._send(message);
    if (message.type === "ready") commands.frameReady();
    else if (message.type === "page_state") {
      subscriptions.notify("PSN_WIDGET_PAGE", { page_state: message.state });
    }
  };
  const performers: Performers = {
    core,
    content: undefined,
    createContent() {
      if (inline) return inline.createContent();
      return core._container && core.frame && createContent(core, core._container, core.frame, receive);
    },
    subscriptions,
    commands,
    eraser,
    unread,
    measureScroll: () => scrollDepth?.measure(),
  };
  const inline = createInlineForm(core, receive);
  const {
    display_on_exit: onExit,
    display_on_scroll: percent,
    reply_title: inTitle,
  } = core._configuration.config;
  const title = inTitle === false ? undefined : createTitleCount(core);
  const scrollDepth = percent ? createScrollDepth(core, percent) : undefined;
  const begin = () => {
    usePristineGlobals(core._globals());
    watchLeaving();
    inline?.begin();
    unread.begin();
    title?.begin();
    if (onExit) watchExitIntent(() => core._send({ type: "_exit_intent" }));
    scrollDepth?.begin();
  };
  begin();
  const presence = tellOfPresence(core, subscriptions);
  return {
    _perform: (effect) => performEffect(performers, effect),
    _render(view, viewport) {
      performers.content?._render(view, viewport);
      commands.rendered(view);
      title?.update();
      unread._render(view, viewport);
      presence(view);
      analytics?._render(view);
    },
    _give: messages.sendOnce,
    run: commands.run,
    begin,
    remove() {
      flushDelayedMessages();
      eraser.stop();
      title?.stop();
      // Otherwise the host has removed the widget, which is drawn again.
      if (core.state._ended) analytics?._render({ _launcherVisible: false, open: false });
      removeListeners();
      performers.content = undefined;
    },
  };
}

/**
 * Tells the host's callbacks that the widget is there, and that its launcher appears: as soon as those are known that have
 * waited for the interaction. Returns the function to call with each view.
 */
function tellOfPresence(core: Core, { notify }: Subscriptions): (view: LifecycleView) => void {
  const data = channelData(core._configuration.config);
  let isReady = false;
  let isDisplayed = false;
  const tell = (view: LifecycleView) => {
    if (!isReady || isDisplayed || !view._launcherVisible) return;
    isDisplayed = true;
    notify("PSN_WIDGET_DISPLAYED", data);
  };
  pristine.Promise.prototype.then.call(pristine.Promise.resolve(), () => {
    if (core.state._ended) return;
    notify("PSN_WIDGET_READY", data);
    isReady = true;
    tell(getView(core.state));
  });
  return tell;
}

/** Returns `undefined` where they are not enabled. */
function startAnalytics({ _configuration: configuration, state }: Core): HostAnalytics | undefined {
  if (!configuration.config.analytics_enabled) return undefined;
  const analytics = createHostAnalytics(configuration, () => state.consent);
  analytics._render(getView(state));
  return analytics;
}
