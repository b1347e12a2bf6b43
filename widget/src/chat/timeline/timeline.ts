import { mergeItems, replaceItems } from "./items";
import type { ChatEffect, ChatEvent, ChatTimer } from "./messages";
import {
  addMessage,
  messageFailed,
  type Outbox,
  type OutboxStep,
  pauseOver,
  retryMessage,
  settle,
} from "./outbox";
import type { ChatDetail, ChatStatus, ReplyCreated, TimelineItem } from "./wire";

/** One chat, as far as this page knows it. Immutable: a step makes a new one. */
export interface ChatState {
  /** `failed`: nothing could be loaded so far. `refused`: this token opens no chat, now or ever. */
  phase: "loading" | "shown" | "failed" | "refused" | "left";
  detail: ChatDetail | undefined;
  status: ChatStatus;
  /** What the server has, in order. */
  items: readonly TimelineItem[];
  /** What it does not have yet. */
  outbox: Outbox;
  cursor: string | undefined;
  /** A question to the server is under way; `stale`: what it brings may be outdated, and is asked for anew. */
  asking: "no" | "yes" | "stale";
  /** Live events arrive. */
  live: boolean;
  /** They have not for long enough to say so. */
  lost: boolean;
  /** The device says that it has no network. */
  offline: boolean;
  archiving: "no" | "asked" | "failed";
  watched: boolean;
  /** Messages of the staff that came while nobody watched. */
  unread: number;
}

/** Without live events, or after a failure, the server is asked so often. */
export const ASK_AGAIN_MS = 10_000;

/** Whether someone is there is asked so often (specification, section 9). */
export const OPERATING_CHECK_MS = 60_000;

/** A connection that is back sooner was never gone. */
export const NOTICE_AFTER_MS = 2_000;

export function createChat(watched: boolean): ChatState {
  return {
    phase: "loading",
    detail: undefined,
    // Nothing can be written before the server has said that it is open.
    status: "closed",
    items: [],
    outbox: [],
    cursor: undefined,
    asking: "no",
    live: false,
    lost: false,
    offline: false,
    archiving: "no",
    watched,
    unread: 0,
  };
}

/** Takes one event in; says what the chat is after it, and what is to be done, in this order. */
export function step(before: ChatState, event: ChatEvent): { state: ChatState; effects: ChatEffect[] } {
  if (before.phase === "left") return { state: before, effects: [] };
  // A copy to write on: lists in it are replaced, never changed.
  const state = { ...before };
  return { state, effects: act(state, event) };
}

function act(state: ChatState, event: ChatEvent): ChatEffect[] {
  switch (event.type) {
    case "start":
      return [...ask(state), { type: "follow" }];
    case "send":
      return send(state, event.clientKey, event.body.trim(), event.at);
    case "retry":
      return withOutbox(state, retryMessage(state.outbox, event.clientKey));
    case "reload":
      if (state.phase !== "failed") return [];
      state.phase = "loading";
      return ask(state);
    case "archive":
      if (state.status !== "open" || state.archiving === "asked") return [];
      state.archiving = "asked";
      return [{ type: "archive" }];
    case "archive_dismissed":
      if (state.archiving === "failed") state.archiving = "no";
      return [];
    case "watched":
      state.watched = event.watched;
      if (!event.watched) return [];
      state.unread = 0;
      // What only the hour changes is not asked about while nobody watches.
      return state.phase === "shown" ? ask(state) : [];
    case "leave":
      state.phase = "left";
      return [{ type: "unfollow" }];
    case "timer":
      return timer(state, event.timer);
    case "fetched":
      return fetched(state, event.detail);
    case "fetch_failed":
      return fetchFailed(state, event.status);
    case "posted":
      // With its key, whether the server repeats it or not: by that the outbox knows it again.
      return take(state, mergeItems(state.items, [{ ...event.item, client_key: event.clientKey }]));
    case "post_failed":
      return postFailed(state, event.clientKey, event.status, event.retryAfterMs);
    case "archived":
      state.archiving = "no";
      state.status = event.status;
      // A question asked before may be answered with the status of before.
      if (state.asking === "yes") state.asking = "stale";
      return [];
    case "archive_failed":
      state.archiving = "failed";
      return ask(state);
    case "connected":
      state.live = true;
      state.lost = false;
      // What was said until now went by.
      return ask(state);
    case "disconnected":
      state.live = false;
      return [
        { type: "schedule", timer: "notice", afterMs: NOTICE_AFTER_MS },
        { type: "schedule", timer: "ask", afterMs: ASK_AGAIN_MS },
      ];
    case "reply_created":
      return replied(state, event.reply);
    case "network":
      state.offline = !event.online;
      return event.online ? ask(state) : [];
  }
}

function send(state: ChatState, clientKey: string, body: string, at: number): ChatEffect[] {
  if (state.status !== "open" || body === "") return [];
  return withOutbox(state, addMessage(state.outbox, { clientKey, body, at }));
}

function postFailed(
  state: ChatState,
  clientKey: string,
  status: number,
  retryAfterMs?: number,
): ChatEffect[] {
  const effects = withOutbox(state, messageFailed(state.outbox, clientKey, status, retryAfterMs));
  // The server does not want it: perhaps the chat is closed by now.
  return status >= 400 && status < 500 && status !== 429 ? [...effects, ...ask(state)] : effects;
}

function timer(state: ChatState, name: ChatTimer): ChatEffect[] {
  switch (name) {
    case "post":
      return withOutbox(state, pauseOver(state.outbox));
    case "ask":
      return ask(state);
    case "notice":
      state.lost = !state.live;
      return [];
  }
}

/** One question at a time; what wants to ask meanwhile knows of something newer than its answer. */
function ask(state: ChatState): ChatEffect[] {
  if (state.phase === "refused") return [];
  if (state.asking !== "no") {
    state.asking = "stale";
    return [];
  }
  state.asking = "yes";
  return [{ type: "fetch_chat", after: state.cursor }];
}

function fetched(state: ChatState, detail: ChatDetail): ChatEffect[] {
  const isStale = state.asking === "stale";
  const isFirst = state.phase !== "shown";
  state.asking = "no";
  state.phase = "shown";
  state.detail = detail;
  if (isFirst || !isStale) state.status = detail.status;
  state.cursor = detail.cursor ?? state.cursor;
  const effects = take(state, mergeItems(state.items, detail.timeline_items), isFirst);
  return [...effects, ...(isStale ? ask(state) : planToAsk(state))];
}

function fetchFailed(state: ChatState, status: number): ChatEffect[] {
  state.asking = "no";
  if (status === 401) {
    state.phase = "refused";
    return [{ type: "unfollow" }];
  }
  if (state.phase === "loading") state.phase = "failed";
  return [{ type: "schedule", timer: "ask", afterMs: ASK_AGAIN_MS }];
}

/** Live events make questions needless, but for whether someone is there: that changes with the hour. */
function planToAsk({ live, watched, status, detail }: ChatState): ChatEffect[] {
  if (!live) return [{ type: "schedule", timer: "ask", afterMs: ASK_AGAIN_MS }];
  const { operating_24_7, operating_hours } = detail?.node ?? {};
  const hasHours = !operating_24_7 && operating_hours?.length;
  return hasHours && watched && !isOver(status)
    ? [{ type: "schedule", timer: "ask", afterMs: OPERATING_CHECK_MS }]
    : [];
}

/** Whether nobody writes in the chat any more. */
export function isOver(status: ChatStatus): boolean {
  return status === "closed" || status === "archived";
}

function replied(state: ChatState, { status, timeline_items, cursor }: ReplyCreated): ChatEffect[] {
  // Still being loaded: what is under way may be older than this.
  if (state.phase !== "shown") return ask(state);
  state.cursor = cursor ?? state.cursor;
  const effects = timeline_items ? take(state, replaceItems(state.items, timeline_items)) : [];
  if (!status || status === state.status) return effects;
  // Events can overtake answers: a change of status is taken, and asked about.
  state.status = status;
  return [...effects, ...ask(state)];
}

/** Takes a new timeline: counts what is new in it, and lets go of what has arrived. */
function take(state: ChatState, items: TimelineItem[], isFirst = false): ChatEffect[] {
  if (!state.watched && !isFirst) {
    const known = new Set(state.items.map(({ id }) => id));
    state.unread += items.filter(({ id, actor }) => actor !== "customer" && !known.has(id)).length;
  }
  state.items = items;
  return withOutbox(state, settle(state.outbox, items));
}

function withOutbox(state: ChatState, { outbox, effects }: OutboxStep): ChatEffect[] {
  state.outbox = outbox;
  return effects;
}
