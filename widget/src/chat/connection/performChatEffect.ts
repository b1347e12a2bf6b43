import { watchOnlineStatus } from "../../http/onlineStatus";
import { readFailure } from "../../http/retry";
import type { ChatAccess } from "../access/chatAccess";
import { forgetChat } from "../access/forgetChat";
import { type ChatOutbox, chatOutbox } from "../outbox/chatOutbox";
import type { ChatEffect, ChatEvent, ChatTimer, NewMessage } from "../timeline/chatEvents";
import { createChatApi } from "./chatApi";
import { type Followed, followChat, type SubscriptionState } from "./followChat";

/**
 * Performs an effect of a chat; results come back through `send`.
 *
 * @param known returns what the page knows of the chat at that moment.
 */
export type PerformChatEffect = (
  effect: ChatEffect,
  send: (event: ChatEvent) => void,
  known: () => SubscriptionState,
) => void;

/** Returns the function that performs one chat's effects. */
export function createPerformChatEffect(apiBase: string, access: ChatAccess): PerformChatEffect {
  const api = createChatApi(apiBase, access);
  const outbox = chatOutbox(apiBase);
  const timers = new Map<ChatTimer, ReturnType<typeof setTimeout>>();
  let followed: Followed | undefined;
  let unfollow = () => {};

  const performers: Performers = {
    ...outboxPerformers(outbox, access),
    async fetch_chat({ after, isWatched }, send) {
      const outcome = await api.fetchChat(after, isWatched).then(
        (detail): ChatEvent => ({ type: "fetched", detail }),
        (error): ChatEvent => ({ type: "fetch_failed", ...readFailure(error) }),
      );
      send(outcome);
    },
    async fetch_earlier({ before }, send) {
      const outcome = await api.fetchEarlier(before).then(
        (part): ChatEvent => ({ type: "earlier_fetched", before, part }),
        (): ChatEvent => ({ type: "earlier_failed" }),
      );
      send(outcome);
    },
    async archive(_, send) {
      const outcome = await api.archive().then(
        (status): ChatEvent => ({ type: "archived", status }),
        (error): ChatEvent => {
          console.error("The chat could not be archived:", readFailure(error).status);
          return { type: "archive_failed" };
        },
      );
      send(outcome);
    },
    async post_rating({ rating }, send) {
      const outcome = await api.rate(rating).then(
        (rating): ChatEvent => ({ type: "rated", rating }),
        (error): ChatEvent => ({ type: "rate_failed", ...readFailure(error) }),
      );
      send(outcome);
    },
    send_typing({ typing }) {
      followed?.emit("typing", { typing });
    },
    send_seen({ cursor }) {
      followed?.emit("seen", { cursor });
    },
    tell_watched() {
      followed?.tellWatched();
    },
    follow(_, send, known) {
      const following = followChat(apiBase, access, known, send);
      const stopOutbox = outbox.follow(access, send);
      followed = following;
      const stopWatching = watchOnlineStatus(window, (online) => send({ type: "network", online }));
      if (!navigator.onLine) send({ type: "network", online: false });
      unfollow = () => {
        following.stop();
        stopOutbox();
        stopWatching();
      };
    },
    forget_chat() {
      forgetChat(access.feedbackId);
      outbox.forgetChat(access.feedbackId);
    },
    unfollow() {
      unfollow();
      for (const timer of timers.values()) clearTimeout(timer);
    },
    schedule({ timer, afterMs }, send) {
      clearTimeout(timers.get(timer));
      timers.set(
        timer,
        setTimeout(() => send({ type: "timer", timer }), afterMs),
      );
    },
  };

  return (effect, send, known) => performers[effect.type](effect as never, send, known);
}

/** Performs what concerns the visitor's own messages. */
function outboxPerformers(outbox: ChatOutbox, access: ChatAccess) {
  return {
    keep_message: ({ type: _, ...message }: { type: string } & NewMessage) => outbox.keep(access, message),
    retry_message: ({ clientKey }: OfMessage) => outbox.retry(clientKey),
    remove_message: ({ clientKey }: OfMessage) => outbox.remove(clientKey),
    forget_message: ({ clientKey }: OfMessage) => outbox.forget(clientKey),
    wake_outbox: () => outbox.wake(),
  };
}

type OfMessage = Pick<NewMessage, "clientKey">;

/** One performer for each kind of effect: a new kind without one does not compile. */
type Performers = {
  [Type in ChatEffect["type"]]: (
    effect: Extract<ChatEffect, { type: Type }>,
    send: (event: ChatEvent) => void,
    known: () => SubscriptionState,
  ) => void;
};
