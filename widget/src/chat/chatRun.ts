import type { ChatAccess } from "./access";
import { createPerformChatEffect, type PerformChatEffect } from "./connection/performChatEffect";
import type { ChatEvent } from "./timeline/messages";
import { type ChatState, createChat, step } from "./timeline/timeline";

/** One chat on this page: its present state, and the way to say what happened. */
export interface ChatRun {
  /** The same object until something changes. */
  state(): ChatState;
  /** Calls `listener` after each change. Returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  send(event: ChatEvent): void;
}

/**
 * Opens a chat: it begins to load at once.
 *
 * @param watched whether the visitor sees it.
 */
export function openChat(apiBase: string, access: ChatAccess, watched: boolean): ChatRun {
  const run = startChatRun(watched, createPerformChatEffect(apiBase, access));
  run.send({ type: "start" });
  return run;
}

/** A run whose effects are performed as the caller likes. */
export function startChatRun(watched: boolean, perform: PerformChatEffect): ChatRun {
  const listeners = new Set<() => void>();
  let state = createChat(watched);

  function send(event: ChatEvent) {
    const { state: after, effects } = step(state, event);
    state = after;
    for (const listener of listeners) listener();
    for (const effect of effects) perform(effect, send);
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
  };
}
