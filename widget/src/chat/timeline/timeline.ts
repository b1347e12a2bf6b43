import { isSettled, type RequestFailure } from "../../http/retry";
import type { ChatEffect, ChatEvent, ChatTimer } from "./chatEvents";
import {
  applyEarlier,
  applyEvent,
  applyFetched,
  beginningOf,
  isRestored,
  type KnownTimeline,
  mergeItems,
  NOTHING_KNOWN,
  newestPosition,
  positionOf,
} from "./items";
import {
  addMessage,
  hasNewFailure,
  isRemovable,
  NOTHING_PENDING,
  noteProgress,
  type PendingMessages,
  type PendingUpdate,
  removeArrived,
  removeDeparted,
  takeKept,
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
import type { ChatDetail, ChatStatus, ReplyCreated, TimelinePart } from "./wire";

/** One chat as this page knows it. Immutable: each event makes a new one. */
export interface ChatState extends KnownTimeline, PendingMessages {
  /** `failed`: nothing could be loaded yet. `refused`: the token opens no chat. */
  phase: "loading" | "shown" | "failed" | "refused" | "left";
  detail: ChatDetail | undefined;
  status: ChatStatus;
  /** Messages before the known ones: `none` there are, or `known` to be there. */
  earlier: "none" | "known" | "loading" | "failed";
  /** Whether a fetch is under way. `stale`: something newer is known already, so another fetch follows. */
  fetching: "no" | "yes" | "stale";
  /** The last fetch has failed. */
  fetchFailed: boolean;
  /** The highest position that was known when the fetch under way was made. */
  knownAtFetch: number;
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
  /** Whether the visitor sees the chat: it is shown, on a page that is visible. */
  watched: boolean;
  /** How many messages of the staff came while nobody watched. */
  unread: number;
  /** The cursor up to which the visitor had seen the chat when they left it; `undefined`: nothing is known of that. */
  seen: string | undefined;
  /** The first message that is new to the visitor, until they write or look away. */
  firstNew: string | undefined;
}

/** How often the chat is fetched without a live connection, and after a failure. */
export const POLL_INTERVAL_MS = 10_000;

/** How often while nobody watches. */
export const UNWATCHED_POLL_INTERVAL_MS = 60_000;

/** How often an open chat with working hours is fetched (docs/chat.md#working-hours). */
export const WORKING_HOURS_INTERVAL_MS = 60_000;

/** A connection that is back sooner is not shown as lost. */
export const NOTICE_DELAY_MS = 2_000;

/** @param seen the cursor up to which the visitor has seen the chat on another page; `undefined`: none is known. */
export function createChat(watched: boolean, seen?: string): ChatState {
  return {
    ...NOTHING_KNOWN,
    ...NOTHING_PENDING,
    phase: "loading",
    detail: undefined,
    // Nothing can be written before the server has said that the chat is open.
    status: "closed",
    earlier: "none",
    fetching: "no",
    fetchFailed: false,
    knownAtFetch: 0,
    connection: "connecting",
    lost: false,
    offline: false,
    archiving: "no",
    rating: NO_RATING,
    queuePlace: undefined,
    presence: NOBODY,
    watched,
    unread: 0,
    seen,
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
  send(state, { type: _, body, ...message }) {
    const text = body.trim();
    if (state.status !== "open" || (text === "" && !message.attachment)) return [];
    state.firstNew = undefined;
    state.presence = { ...state.presence, toldTypingAt: undefined };
    return setPending(state, addMessage(state, { ...message, body: text }));
  },
  retry: (_, { clientKey }) => [{ type: "retry_message", clientKey }],
  remove(state, { clientKey }) {
    const message = state.pendingMessages.find((one) => one.clientKey === clientKey);
    return message && isRemovable(message) ? [{ type: "remove_message", clientKey }] : [];
  },
  load_earlier(state) {
    if (state.phase !== "shown" || state.from === 0 || state.earlier === "loading") return [];
    state.earlier = "loading";
    return [{ type: "fetch_earlier", before: beginningOf(state) }];
  },
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
    // While nobody watches, less is fetched; and a connection may have ended without a word.
    return state.phase === "shown" ? [...wakeOutbox(state), ...fetchNow(state)] : [];
  },
  leave(state) {
    state.phase = "left";
    return [{ type: "unfollow" }];
  },
  timer: (state, { timer }) => handleTimer(state, timer),
  fetched: (state, { detail }) => handleFetched(state, detail),
  fetch_failed: (state, failure) => handleFetchFailure(state, failure),
  earlier_fetched(state, { part, before }) {
    const known = applyEarlier(state, part, before);
    if (known) Object.assign(state, known);
    state.earlier = earlierOf(state);
    return [];
  },
  earlier_failed(state) {
    state.earlier = "failed";
    return [];
  },
  kept(state, { messages }) {
    const update = takeKept(state, messages, state.items);
    // The server has refused a message: the chat may be closed by now. What another tab has sent is in it by now.
    const isFetched = hasNewFailure(state, update.pending) || update.pending.departed.size > 0;
    const effects = setPending(state, update);
    return isFetched ? [...effects, ...fetchNow(state)] : effects;
  },
  // The key is how pending messages recognize the item.
  posted(state, { item, clientKey }) {
    state.items = mergeItems(state.items, [{ ...item, client_key: clientKey }]);
    return setPending(state, removeArrived(state, state.items));
  },
  progress(state, { clientKey, progress }) {
    Object.assign(state, noteProgress(state, clientKey, progress));
    return [];
  },
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
    return [...wakeOutbox(state), ...fetchNow(state)];
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
    return online ? [...wakeOutbox(state), ...fetchNow(state)] : [];
  },
};

function handleTimer(state: ChatState, timer: ChatTimer): ChatEffect[] {
  switch (timer) {
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

/** Fetches what is new. One fetch at a time: during another one it is repeated afterwards. */
function fetchNow(state: ChatState): ChatEffect[] {
  if (state.phase === "refused") return [];
  if (state.fetching !== "no") {
    state.fetching = "stale";
    return [];
  }
  state.fetching = "yes";
  state.knownAtFetch = newestPosition(state);
  return [{ type: "fetch_chat", after: state.cursor, isWatched: state.watched }];
}

function handleFetched(state: ChatState, detail: ChatDetail): ChatEffect[] {
  const isStale = state.fetching === "stale";
  const isFirst = state.phase !== "shown";
  // An event may have brought something newer since the answer was made.
  const isOlder =
    positionOf(detail.cursor) < positionOf(state.cursor) && !isRestored(detail, state.knownAtFetch);
  state.fetching = "no";
  state.phase = "shown";
  state.detail = detail;
  if (isFirst || !(isStale || isOlder)) state.status = detail.status;
  if (!isOlder) takeDetails(state, detail);
  const known = applyFetched(state, detail, state.knownAtFetch);
  const effects = setKnown(state, known, detail);
  // The server is back, as far as can be seen without a live connection.
  if (state.fetchFailed) effects.push(...wakeOutbox(state));
  state.fetchFailed = false;
  if (!isStale) Object.assign(state, removeDeparted(state));
  return [...effects, ...(isStale ? fetchNow(state) : scheduleFetch(state))];
}

function handleFetchFailure(state: ChatState, { status, retryAfterMs = 0 }: RequestFailure): ChatEffect[] {
  state.fetching = "no";
  state.fetchFailed = true;
  if (status === 401) {
    state.phase = "refused";
    return [{ type: "unfollow" }];
  }
  if (state.phase === "loading") state.phase = "failed";
  return [{ type: "schedule", timer: "fetch", afterMs: Math.max(pollInterval(state), retryAfterMs) }];
}

/** Schedules the next fetch. A live connection brings all changes except those of the working hours. */
function scheduleFetch(state: ChatState): ChatEffect[] {
  const { connection, watched, status, detail } = state;
  if (connection !== "live") return [{ type: "schedule", timer: "fetch", afterMs: pollInterval(state) }];
  const { operating_24_7, operating_hours } = detail?.node ?? {};
  const hasHours = !operating_24_7 && operating_hours?.length;
  return hasHours && watched && !isOver(status)
    ? [{ type: "schedule", timer: "fetch", afterMs: WORKING_HOURS_INTERVAL_MS }]
    : [];
}

function pollInterval({ watched }: ChatState): number {
  return watched ? POLL_INTERVAL_MS : UNWATCHED_POLL_INTERVAL_MS;
}

function handleReply(state: ChatState, reply: ReplyCreated): ChatEffect[] {
  // The chat under way may be older than this reply.
  if (state.phase !== "shown") return fetchNow(state);
  const known = applyEvent(state, reply);
  if (known === "gap") return fetchNow(state);
  if (known === "older") {
    // It is not, if the server was restored from a backup: then the fetch under way says so, and may be older still.
    if (state.fetching === "yes") state.fetching = "stale";
    return [];
  }
  takeDetails(state, reply);
  const effects = setKnown(state, known, reply);
  if (reply.status === state.status) return effects;
  state.status = reply.status;
  // Of what comes with a status, such as the text for a queued chat, the event has not all.
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

/** Takes over what fetches and events both say of the chat. */
function takeDetails(state: ChatState, received: ReplyCreated): void {
  state.queuePlace = received.queue_place ?? undefined;
  state.rating = receiveRatings(state.rating, received);
}

/** Takes over what was received: counts unread messages, and removes the pending ones that have arrived. */
function setKnown(state: ChatState, known: KnownTimeline, { timeline_items }: TimelinePart): ChatEffect[] {
  const isFirst = state.cursor === undefined;
  const seen = isFirst ? seenPosition(state) : positionOf(state.cursor);
  const news = timeline_items.filter(({ position, actor }) => actor !== "customer" && position > seen);
  if (news.length > 0) state.presence = forgetTyping(state.presence);
  if (!state.watched) state.unread += news.length;
  // What arrives before the visitor's eyes needs no mark.
  if (!state.watched || isFirst) state.firstNew ??= news[0]?.id;
  Object.assign(state, known);
  if (state.earlier !== "loading") state.earlier = earlierOf(state);
  return setPending(state, removeArrived(state, state.items));
}

function earlierOf({ from }: KnownTimeline): ChatState["earlier"] {
  return from > 0 ? "known" : "none";
}

function setPending(state: ChatState, { pending, effects }: PendingUpdate): ChatEffect[] {
  Object.assign(state, pending);
  return effects;
}

function wakeOutbox({ pendingMessages }: ChatState): ChatEffect[] {
  return pendingMessages.length > 0 ? [{ type: "wake_outbox" }] : [];
}

/** Returns up to where the visitor has seen the chat on another page. Where nothing is known of that, it is all. */
function seenPosition({ seen }: ChatState): number {
  return seen === undefined ? Number.POSITIVE_INFINITY : positionOf(seen);
}
