import { isSettled } from "../../http/retry";
import type { ChatEffect, ChatEvent, ChatTimer } from "./chatEvents";
import { asksForRating, type ChatState, isOver } from "./chatState";
import { applyEarlier, beginningOf, countAfter, mergeItems } from "./items";
import {
  addMessage,
  hasNewFailure,
  isRemovable,
  noteProgress,
  removeArrived,
  takeKept,
} from "./pendingMessages";
import { forgetTyping, receiveSeen, receiveTyping, TYPING_LASTS_MS } from "./presence";
import { addRating, currentRating, failRating, sendRating } from "./rating";
import {
  earlierOf,
  fetchNow,
  handleFetched,
  handleFetchFailure,
  handleReply,
  POLL_INTERVAL_MS,
  setPending,
  wakeOutbox,
} from "./receiving";
import { handleTyped, tellSeen } from "./telling";

export { asksForRating, type ChatState, createChat, isOver } from "./chatState";

/** A connection that is back sooner is not shown as lost. */
export const NOTICE_DELAY_MS = 2_000;

/** Returns the chat after an event, and the effects to perform in this order. */
export function update(before: ChatState, event: ChatEvent): { state: ChatState; effects: ChatEffect[] } {
  if (before.phase === "left") return { state: before, effects: [] };
  // Handlers assign to fields of this copy, and replace the lists in it.
  const state = { ...before };
  const effects = handlers[event.type](state, event as never);
  return { state, effects: [...effects, ...tellSeen(state)] };
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
    if (isOver(state.status) || state.archiving === "asked") return [];
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
    // The visitor has seen it in another tab.
    if (seen.actor === "customer")
      state.unread = Math.min(state.unread, countAfter(state.items, seen.cursor));
    return [];
  },
  watched(state, { watched }) {
    state.watched = watched;
    // Also while the server has not accepted the subscription of a new connection: it may say what held before.
    const told: ChatEffect = { type: "tell_watched" };
    if (!watched) {
      state.firstNew = undefined;
      return [told];
    }
    state.unread = 0;
    // While nobody watches, less is fetched; and a connection may have ended without a word.
    return state.phase === "shown" ? [told, ...wakeOutbox(state), ...fetchNow(state)] : [told];
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
