import { isSettled, type RequestFailure } from "../../http/retry";
import type { ChatEffect, ChatEvent, ChatTimer } from "./chatEvents";
import { mergeItems, replaceItems } from "./items";
import {
  addMessage,
  endPause,
  handleFailure,
  type PendingMessages,
  type PendingMessagesUpdate,
  removeArrived,
  retryMessage,
} from "./pendingMessages";
import {
  forgetTyping,
  NOBODY,
  type Presence,
  receiveSeen,
  receiveTyping,
  TYPING_LASTS_MS,
  typingToTell,
} from "./presence";
import {
  addRating,
  currentRating,
  failRating,
  NO_RATING,
  type Rating,
  receiveRatings,
  sendRating,
} from "./rating";
import type { ChatDetail, ChatStatus, ReplyCreated, TimelineItem } from "./wire";

/** One chat as this page knows it. Immutable: each event makes a new one. */
export interface ChatState {
  /** `failed`: nothing could be loaded yet. `refused`: the token opens no chat. */
  phase: "loading" | "shown" | "failed" | "refused" | "left";
  detail: ChatDetail | undefined;
  status: ChatStatus;
  /** The items that the server has, in order. */
  items: readonly TimelineItem[];
  pendingMessages: PendingMessages;
  cursor: string | undefined;
  /** Whether a fetch is under way. `stale`: something newer is known already, so another fetch follows. */
  fetching: "no" | "yes" | "stale";
  connection: "connecting" | "live" | "lost";
  /** The connection has been lost for long enough to tell the visitor. */
  lost: boolean;
  /** The device has no network. */
  offline: boolean;
  archiving: "no" | "asked" | "failed";
  rating: Rating;
  /** The place in the queue, from 1, where it is known. */
  queuePlace: number | undefined;
  presence: Presence;
  watched: boolean;
  /** How many messages of the staff came while nobody watched. */
  unread: number;
  /** The newest message that the visitor had seen when the chat was left the last time. */
  seenItem: string | undefined;
  /** The first message that is new to the visitor, until they write or look away. */
  firstNew: string | undefined;
}

/** How often the chat is fetched without a live connection, and after a failure. */
export const POLL_INTERVAL_MS = 10_000;

/** How often an open chat with working hours is fetched (docs/chat.md#working-hours). */
export const WORKING_HOURS_INTERVAL_MS = 60_000;

/** A connection that is back sooner is not shown as lost. */
export const NOTICE_DELAY_MS = 2_000;

/** @param seenItem the newest message that the visitor has seen on another page; `undefined`: none is known. */
export function createChat(watched: boolean, seenItem?: string): ChatState {
  return {
    phase: "loading",
    detail: undefined,
    // Nothing can be written before the server has said that the chat is open.
    status: "closed",
    items: [],
    pendingMessages: [],
    cursor: undefined,
    fetching: "no",
    connection: "connecting",
    lost: false,
    offline: false,
    archiving: "no",
    rating: NO_RATING,
    queuePlace: undefined,
    presence: NOBODY,
    watched,
    unread: 0,
    seenItem,
    firstNew: undefined,
  };
}

/** Returns the chat after an event, and the effects to perform in this order. */
export function update(before: ChatState, event: ChatEvent): { state: ChatState; effects: ChatEffect[] } {
  if (before.phase === "left") return { state: before, effects: [] };
  // Handlers assign to fields of this copy, and replace the lists in it.
  const state = { ...before };
  const effects = handlers[event.type](state, event as never);
  return { state, effects: [...effects, ...tellSeen(state)] };
}

/** Returns whether nobody writes in the chat any more. */
export function isOver(status: ChatStatus): boolean {
  return status === "closed" || status === "archived";
}

/** Returns whether the visitor is asked for a rating, or has given it: the chat is over, and the business wants one. */
export function asksForRating({ rating, status }: ChatState): boolean {
  return rating.isEnabled && isOver(status);
}

/** One handler for each type of event. */
const handlers: {
  [Type in ChatEvent["type"]]: (state: ChatState, event: Extract<ChatEvent, { type: Type }>) => ChatEffect[];
} = {
  start: (state) => [...fetchNow(state), { type: "follow" }],
  send(state, { clientKey, body, at }) {
    const text = body.trim();
    if (state.status !== "open" || text === "") return [];
    state.firstNew = undefined;
    state.presence = { ...state.presence, toldTypingAt: undefined };
    return setPending(state, addMessage(state.pendingMessages, { clientKey, body: text, at }));
  },
  retry: (state, { clientKey }) => setPending(state, retryMessage(state.pendingMessages, clientKey)),
  reload(state) {
    if (state.phase !== "failed") return [];
    state.phase = "loading";
    return fetchNow(state);
  },
  archive(state) {
    if (state.status !== "open" || state.archiving === "asked") return [];
    state.archiving = "asked";
    return [{ type: "archive" }];
  },
  archive_dismissed(state) {
    if (state.archiving === "failed") state.archiving = "no";
    return [];
  },
  rate(state, { rating }) {
    const isUnderWay = state.rating.sending !== undefined;
    if (!asksForRating(state) || isUnderWay || currentRating(state.rating, state.items)) return [];
    state.rating = sendRating(state.rating, rating);
    return [{ type: "post_rating", rating }];
  },
  rated(state, { rating }) {
    state.rating = addRating(state.rating, rating);
    return [];
  },
  rate_failed(state, { status }) {
    state.rating = failRating(state.rating);
    // The server has refused it: the chat may be open again, or rated in another tab.
    return isSettled(status) ? fetchNow(state) : [];
  },
  typed: (state, { at, isEmpty }) => handleTyped(state, at, isEmpty),
  typing(state, typing) {
    state.presence = receiveTyping(state.presence, typing);
    return state.presence.typing
      ? [{ type: "schedule", timer: "staff_typing", afterMs: TYPING_LASTS_MS }]
      : [];
  },
  seen(state, seen) {
    state.presence = receiveSeen(state.presence, seen);
    return [];
  },
  watched(state, { watched }) {
    state.watched = watched;
    if (!watched) {
      state.firstNew = undefined;
      return [];
    }
    state.unread = 0;
    // Working hours are not fetched while nobody watches.
    return state.phase === "shown" ? fetchNow(state) : [];
  },
  leave(state) {
    state.phase = "left";
    return [{ type: "unfollow" }];
  },
  timer: (state, { timer }) => handleTimer(state, timer),
  fetched: (state, { detail }) => handleFetched(state, detail),
  fetch_failed: (state, { status }) => handleFetchFailure(state, status),
  // The key is how pending messages recognize the item; not every server repeats it.
  posted: (state, { item, clientKey }) =>
    setItems(state, mergeItems(state.items, [{ ...item, client_key: clientKey }])),
  post_failed: (state, { clientKey, ...failure }) => handlePostFailure(state, clientKey, failure),
  archived(state, { status }) {
    state.archiving = "no";
    state.status = status;
    // A fetch under way may bring the status of before.
    if (state.fetching === "yes") state.fetching = "stale";
    return [];
  },
  archive_failed(state) {
    state.archiving = "failed";
    return fetchNow(state);
  },
  connected(state) {
    state.connection = "live";
    state.lost = false;
    // Events before the subscription were missed.
    return fetchNow(state);
  },
  disconnected(state) {
    // Comes again with each failed attempt to reconnect: the timers of the first one must not start over.
    if (state.connection === "lost") return [];
    state.connection = "lost";
    return [
      { type: "schedule", timer: "notice", afterMs: NOTICE_DELAY_MS },
      { type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS },
    ];
  },
  reply_created: (state, { reply }) => handleReply(state, reply),
  network(state, { online }) {
    state.offline = !online;
    return online ? fetchNow(state) : [];
  },
};

function handleTimer(state: ChatState, timer: ChatTimer): ChatEffect[] {
  switch (timer) {
    case "post":
      return setPending(state, endPause(state.pendingMessages));
    case "fetch":
      return fetchNow(state);
    case "notice":
      state.lost = state.connection === "lost";
      return [];
    case "staff_typing":
      state.presence = forgetTyping(state.presence);
      return [];
  }
}

function handlePostFailure(state: ChatState, clientKey: string, failure: RequestFailure): ChatEffect[] {
  const effects = setPending(state, handleFailure(state.pendingMessages, clientKey, failure));
  // The server has refused the message: the chat may be closed by now.
  return isSettled(failure.status) ? [...effects, ...fetchNow(state)] : effects;
}

/** Fetches what is new. One fetch at a time: during another one it is repeated afterwards. */
function fetchNow(state: ChatState): ChatEffect[] {
  if (state.phase === "refused") return [];
  if (state.fetching !== "no") {
    state.fetching = "stale";
    return [];
  }
  state.fetching = "yes";
  return [{ type: "fetch_chat", after: state.cursor }];
}

function handleFetched(state: ChatState, detail: ChatDetail): ChatEffect[] {
  const isStale = state.fetching === "stale";
  const isFirst = state.phase !== "shown";
  state.fetching = "no";
  state.phase = "shown";
  state.detail = detail;
  if (isFirst || !isStale) state.status = detail.status;
  state.cursor = detail.cursor ?? state.cursor;
  state.queuePlace = detail.queue_place ?? undefined;
  state.rating = receiveRatings(state.rating, detail);
  const effects = setItems(state, mergeItems(state.items, detail.timeline_items), isFirst);
  return [...effects, ...(isStale ? fetchNow(state) : scheduleFetch(state))];
}

function handleFetchFailure(state: ChatState, status: number): ChatEffect[] {
  state.fetching = "no";
  if (status === 401) {
    state.phase = "refused";
    return [{ type: "unfollow" }];
  }
  if (state.phase === "loading") state.phase = "failed";
  return [{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }];
}

/** Schedules the next fetch. A live connection brings all changes except those of the working hours. */
function scheduleFetch({ connection, watched, status, detail }: ChatState): ChatEffect[] {
  if (connection !== "live") return [{ type: "schedule", timer: "fetch", afterMs: POLL_INTERVAL_MS }];
  const { operating_24_7, operating_hours } = detail?.node ?? {};
  const hasHours = !operating_24_7 && operating_hours?.length;
  return hasHours && watched && !isOver(status)
    ? [{ type: "schedule", timer: "fetch", afterMs: WORKING_HOURS_INTERVAL_MS }]
    : [];
}

function handleReply(state: ChatState, reply: ReplyCreated): ChatEffect[] {
  const { status, timeline_items, cursor } = reply;
  // The chat under way may be older than this reply.
  if (state.phase !== "shown") return fetchNow(state);
  state.cursor = cursor ?? state.cursor;
  state.queuePlace = reply.queue_place ?? undefined;
  state.rating = receiveRatings(state.rating, reply);
  const effects = timeline_items ? setItems(state, replaceItems(state.items, timeline_items)) : [];
  if (!status || status === state.status) return effects;
  // Events can overtake responses: a new status is shown, and confirmed by a fetch.
  state.status = status;
  return [...effects, ...fetchNow(state)];
}

function handleTyped(state: ChatState, at: number, isEmpty: boolean): ChatEffect[] {
  if (!state.detail?.node.show_typing || state.connection !== "live") return [];
  const typing = typingToTell(state.presence, at, isEmpty);
  if (typing === undefined) return [];
  state.presence = { ...state.presence, toldTypingAt: typing ? at : undefined };
  return [{ type: "send_typing", typing }];
}

/** Tells the staff what the visitor sees, once for each new state of the chat and for each connection. */
function tellSeen(state: ChatState): ChatEffect[] {
  const { phase, watched, connection, cursor, detail, presence } = state;
  if (connection !== "live") {
    if (presence.toldSeen !== undefined) state.presence = { ...presence, toldSeen: undefined };
    return [];
  }
  const isSeen = phase === "shown" && watched && detail?.node.show_seen;
  if (!isSeen || cursor === undefined || cursor === presence.toldSeen) return [];
  state.presence = { ...presence, toldSeen: cursor };
  return [{ type: "send_seen", cursor }];
}

/** Replaces the items: counts unread ones, and removes the pending messages that have arrived. */
function setItems(state: ChatState, items: TimelineItem[], isFirst = false): ChatEffect[] {
  const known = new Set(isFirst ? seenItems(state, items) : state.items.map(({ id }) => id));
  const news = items.filter(({ id, actor }) => actor !== "customer" && !known.has(id));
  if (news.length > 0) state.presence = forgetTyping(state.presence);
  if (!state.watched) state.unread += news.length;
  // What arrives before the visitor's eyes needs no mark.
  if (!state.watched || isFirst) state.firstNew ??= news[0]?.id;
  state.items = items;
  return setPending(state, removeArrived(state.pendingMessages, items));
}

function setPending(state: ChatState, { pendingMessages, effects }: PendingMessagesUpdate): ChatEffect[] {
  state.pendingMessages = pendingMessages;
  return effects;
}

/** Returns the messages of a chat that the visitor has seen on another page. Without a mark that is all of them. */
function seenItems({ seenItem }: ChatState, items: TimelineItem[]): string[] {
  const ids = items.map(({ id }) => id);
  return seenItem === undefined ? ids : ids.slice(0, ids.indexOf(seenItem) + 1);
}
