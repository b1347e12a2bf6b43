import type { RequestFailure } from "../../http/retry";
import type { ChatEffect } from "./chatEvents";
import { type ChatState, isOver } from "./chatState";
import {
  applyEvent,
  applyFetched,
  isRestored,
  type KnownTimeline,
  newestPosition,
  positionOf,
} from "./items";
import { type PendingUpdate, removeArrived, removeDeparted } from "./pendingMessages";
import { forgetSeen, forgetTyping } from "./presence";
import { receiveRatings } from "./rating";
import type { ChatDetail, ReplyCreated, TimelinePart } from "./wire";

/** The status with which the server says that a chat is erased (docs/deletion.md#erased-chats). */
const ERASED = 410;

/** How often the chat is fetched without a live connection, and after a failure. */
export const POLL_INTERVAL_MS = 10_000;

/** How often while nobody watches. */
export const UNWATCHED_POLL_INTERVAL_MS = 60_000;

/** How often an open chat with working hours is fetched (docs/chat.md#working-hours). */
export const WORKING_HOURS_INTERVAL_MS = 60_000;

/** Fetches what is new. One fetch at a time: during another one it is repeated afterwards. */
export function fetchNow(state: ChatState): ChatEffect[] {
  if (state.phase === "refused" || state.phase === "erased") return [];
  if (state.fetching !== "no") {
    state.fetching = "stale";
    return [];
  }
  state.fetching = "yes";
  state.knownAtFetch = newestPosition(state);
  return [{ type: "fetch_chat", after: state.cursor, isWatched: state.watched }];
}

export function handleFetched(state: ChatState, detail: ChatDetail): ChatEffect[] {
  const isStale = state.fetching === "stale";
  const isFirst = state.phase !== "shown";
  // An event may have brought something newer since the answer was made.
  const isAnew = isRestored(detail, state.cursor, state.knownAtFetch);
  const isOlder = positionOf(detail.cursor) < positionOf(state.cursor) && !isAnew;
  state.fetching = "no";
  state.phase = "shown";
  state.detail = detail;
  if (isFirst || !(isStale || isOlder)) state.status = detail.status;
  if (!isOlder) takeDetails(state, detail);
  if (isAnew) state.presence = forgetSeen(state.presence);
  const known = applyFetched(state, detail, state.knownAtFetch);
  const effects = setKnown(state, known, detail);
  // The server is back, as far as can be seen without a live connection.
  if (state.fetchFailed) effects.push(...wakeOutbox(state));
  state.fetchFailed = false;
  if (!isStale) Object.assign(state, removeDeparted(state));
  return [...effects, ...(isStale ? fetchNow(state) : scheduleFetch(state))];
}

export function handleFetchFailure(
  state: ChatState,
  { status, retryAfterMs = 0 }: RequestFailure,
): ChatEffect[] {
  state.fetching = "no";
  state.fetchFailed = true;
  if (status === 401) {
    state.phase = "refused";
    return [{ type: "unfollow" }];
  }
  if (status === ERASED) {
    // Nothing of it stays here, neither messages that were not sent nor its token.
    Object.assign(state, { phase: "erased", items: [], pendingMessages: [], detail: undefined });
    return [{ type: "forget_chat" }, { type: "unfollow" }];
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

export function handleReply(state: ChatState, reply: ReplyCreated): ChatEffect[] {
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

export function earlierOf({ from }: KnownTimeline): ChatState["earlier"] {
  return from > 0 ? "known" : "none";
}

export function setPending(state: ChatState, { pending, effects }: PendingUpdate): ChatEffect[] {
  Object.assign(state, pending);
  return effects;
}

export function wakeOutbox({ pendingMessages }: ChatState): ChatEffect[] {
  return pendingMessages.length > 0 ? [{ type: "wake_outbox" }] : [];
}

/** Returns up to where the visitor has seen the chat on another page. Where nothing is known of that, it is all. */
function seenPosition({ seen }: ChatState): number {
  return seen === undefined ? Number.POSITIVE_INFINITY : positionOf(seen);
}
