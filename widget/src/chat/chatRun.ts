import { createListeners } from "../listeners";
import type { ChatAccess } from "./access";
import { createPerformChatEffect, type PerformChatEffect } from "./connection/performChatEffect";
import type { ChatEvent } from "./timeline/chatEvents";
import { type ChatState, createChat, update } from "./timeline/timeline";

/** One chat on this page. */
export interface ChatRun {
  /** Returns the current state; the same object until something changes. */
  state(): ChatState;
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Handles an event, then performs its effects. */
  send(event: ChatEvent): void;
}

/**
 * Opens a chat and starts to load it.
 *
 * @param watched whether the visitor sees it.
 */
export function openChat(apiBase: string, access: ChatAccess, watched: boolean): ChatRun {
  const run = startChatRun(watched, createPerformChatEffect(apiBase, access));
  run.send({ type: "start" });
  return run;
}

/** Starts a run whose effects the caller performs. */
export function startChatRun(watched: boolean, perform: PerformChatEffect): ChatRun {
  const listeners = createListeners();
  let state = createChat(watched);

  function send(event: ChatEvent) {
    const { state: after, effects } = update(state, event);
    state = after;
    listeners.notify();
    for (const effect of effects) perform(effect, send);
  }

  return {
    state: () => state,
    subscribe: listeners.add,
    send,
  };
}
