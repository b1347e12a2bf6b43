import { createListeners } from "../../basics/listeners";
import type { ChatAccess } from "../access/chatAccess";
import { type Draft, keptDraft, passingDraft } from "../access/draft";
import type { ChatEvent } from "../timeline/chatEvents";
import { type ChatState, createChat, update } from "../timeline/timeline";
import { createEmailApi, type EmailApi } from "./emailApi";
import { createFetchFile, type FetchFile } from "./fetchFile";
import { createPerformChatEffect, type PerformChatEffect } from "./performChatEffect";

/** One chat on this page. */
export interface ChatRun {
  /** Returns the current state; the same object until something changes. */
  state(): ChatState;
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Handles an event, then performs its effects. */
  send(event: ChatEvent): void;
  /** What the visitor has written and not sent. */
  draft: Draft;
  /** Fetches the files of the chat. */
  fetchFile: FetchFile;
  /** The calls about the address that is notified of replies; `undefined`: there is no server. */
  email: EmailApi | undefined;
}

/**
 * Opens a chat and starts to load it.
 *
 * @param watched whether the visitor sees it.
 * @param seen the cursor up to which the visitor has seen it on another page; `undefined`: none is known.
 */
export function openChat(apiBase: string, access: ChatAccess, watched: boolean, seen?: string): ChatRun {
  const chat = createChat(watched, seen);
  const run = startChatRun(chat, createPerformChatEffect(apiBase, access), {
    draft: keptDraft(access.feedbackId),
    fetchFile: createFetchFile(apiBase, access),
    email: createEmailApi(apiBase, access),
  });
  run.send({ type: "start" });
  return run;
}

/** Starts a run whose effects the caller performs. */
export function startChatRun(
  chat: ChatState,
  perform: PerformChatEffect,
  {
    draft = passingDraft(),
    fetchFile = noFiles,
    email,
  }: Partial<Pick<ChatRun, "draft" | "fetchFile" | "email">> = {},
): ChatRun {
  const listeners = createListeners();
  let state = chat;
  const known = () => state;

  function send(event: ChatEvent) {
    const { state: after, effects } = update(state, event);
    state = after;
    listeners.notify();
    for (const effect of effects) perform(effect, send, known);
  }

  return {
    state: () => state,
    subscribe: listeners.add,
    send,
    draft,
    fetchFile,
    email,
  };
}

const noFiles: FetchFile = () => Promise.reject(new Error("This chat has no files."));
