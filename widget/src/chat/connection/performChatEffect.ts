import type { ChatAccess } from "../access";
import type { ChatEffect, ChatEvent, ChatTimer } from "../timeline/messages";
import { createChatApi, failureOf } from "./chatApi";
import { followChat } from "./followChat";
import { watchNetwork } from "./network";

/** Does what the timeline asked for; results come back through `tell`. */
export type PerformChatEffect = (effect: ChatEffect, tell: (event: ChatEvent) => void) => void;

/** Makes what carries out one chat's effects. */
export function createPerformChatEffect(apiBase: string, access: ChatAccess): PerformChatEffect {
  const api = createChatApi(apiBase, access);
  const timers = new Map<ChatTimer, ReturnType<typeof setTimeout>>();
  let unfollow = () => {};

  const performers: Performers = {
    async fetch_chat({ after }, tell) {
      const outcome = await api.fetchChat(after).then(
        (detail): ChatEvent => ({ type: "fetched", detail }),
        (error): ChatEvent => ({ type: "fetch_failed", status: failureOf(error).status }),
      );
      tell(outcome);
    },
    async post_message({ clientKey, body }, tell) {
      const outcome = await api.postMessage(clientKey, body).then(
        (item): ChatEvent => ({ type: "posted", clientKey, item }),
        (error): ChatEvent => ({ type: "post_failed", clientKey, ...failureOf(error) }),
      );
      tell(outcome);
    },
    async archive(_, tell) {
      const outcome = await api.archive().then(
        (status): ChatEvent => ({ type: "archived", status }),
        (error): ChatEvent => {
          console.error("The chat could not be archived:", failureOf(error).status);
          return { type: "archive_failed" };
        },
      );
      tell(outcome);
    },
    follow(_, tell) {
      const stopFollowing = followChat(apiBase, access, tell);
      const stopWatching = watchNetwork(tell);
      unfollow = () => {
        stopFollowing();
        stopWatching();
      };
    },
    unfollow() {
      unfollow();
      for (const timer of timers.values()) clearTimeout(timer);
    },
    schedule({ timer, afterMs }, tell) {
      clearTimeout(timers.get(timer));
      timers.set(
        timer,
        setTimeout(() => tell({ type: "timer", timer }), afterMs),
      );
    },
  };

  return (effect, tell) => performers[effect.type](effect as never, tell);
}

/** One performer for each kind of effect: a new kind without one does not compile. */
type Performers = {
  [Type in ChatEffect["type"]]: (
    effect: Extract<ChatEffect, { type: Type }>,
    tell: (event: ChatEvent) => void,
  ) => void;
};
