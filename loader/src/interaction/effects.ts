import { report } from "../basics/pristineGlobals.ts";
import type { Content } from "../content/content.ts";
import type { Core } from "../core/parts.ts";
import { hostAddress } from "../host/address.ts";
import { notifyBeforeLeaving } from "../host/delayedMessages.ts";
import { removeRecord } from "../host/displayRecords.ts";
import { leadHost, postToHost, REDIRECT } from "../host/hostMessages.ts";
import type { Subscriptions } from "../host/subscriptions.ts";
import type { LifecycleEffect } from "../lifecycle/messages.ts";
import type { HostMessage } from "../protocol/protocol.ts";
import type { UnreadCounter } from "../unread/countUnread.ts";
import type { Commands } from "./commands.ts";
import type { Eraser } from "./eraser.ts";
import { failureMessage } from "./failureMessage.ts";

/** What performs the effects of the life cycle that are not the core's. */
export interface Performers {
  core: Core;
  /** None without a frame. */
  content: Content | undefined;
  createContent(): Content | undefined;
  subscriptions: Subscriptions;
  commands: Commands;
  eraser: Eraser;
  unread: UnreadCounter;
  /** Sends the event `scrolled` if the visitor has scrolled far enough already. */
  measureScroll(): void;
}

function addressMessage({ _configuration: configuration }: Core): HostMessage {
  const { originUrl, query } = hostAddress(window.location.href, configuration.config);
  return { type: "address", originUrl, query };
}

export function performEffect(performers: Performers, effect: LifecycleEffect): void {
  const { core, content, subscriptions, commands, eraser, unread } = performers;
  switch (effect.type) {
    case "_create_frame":
      performers.content = performers.createContent();
      core._render();
      return;
    case "_post_to_frame":
      content?.post(effect.message);
      return;
    case "_tell_address":
      content?.post(addressMessage(core));
      return;
    case "_focus_frame":
      content?.focus(effect.edge);
      return;
    case "_focus_launcher":
      if (content) content.leaveFocus();
      else core._focusLauncher();
      return;
    case "_watch_visitor":
      // What else there is to notice, `interaction.ts` listens to by itself.
      performers.measureScroll();
      return;
    case "scroll_host":
      content?.scrollHost?.(effect.top, effect.height);
      return;
    case "_notify_host":
      notifyHost(effect, subscriptions);
      if (effect.message === "PSN_UNREAD") unread.tellOthers();
      return;
    case "erase":
      removeRecord(core._configuration.config.node_id ?? core._configuration.code);
      content?.remove();
      performers.content = undefined;
      if (effect._inFrame) eraser.erase("erase");
      return;
    case "_count_unread":
      unread.count();
      return;
    case "fail":
      report(failureMessage(effect.reason, core._configuration));
      commands.end(effect.reason);
      return;
    case "remove":
      commands.end("destroyed");
      return;
  }
}

function notifyHost(
  { message, data, _toWindow: toWindow, delayMs }: Extract<LifecycleEffect, { type: "_notify_host" }>,
  subscriptions: Subscriptions,
): void {
  const notify = (isLeaving: boolean) => {
    if (toWindow) postToHost(window, message, data, isLeaving);
    const isRefused = subscriptions.notify(message, data);
    if (message === REDIRECT && !isRefused) leadHost(data);
  };
  if (delayMs) notifyBeforeLeaving(delayMs, notify);
  else notify(false);
}
