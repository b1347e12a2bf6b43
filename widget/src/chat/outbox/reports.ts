import type { OutboxEvent } from "../timeline/chatEvents";
import type { PendingMessage } from "../timeline/pendingMessage";

/** Reports to the chats of this page the state of their messages. */
export interface Reports {
  /** Tells a chat something. */
  send(chat: string | undefined, event: OutboxEvent): void;
  /** Tells what is kept of a chat; `undefined`: of all. */
  ask(chat: string | undefined): void;
  /** Returns the function that stops it. */
  follow(chat: string, follower: (event: OutboxEvent) => void): () => void;
}

/** @param look returns what is kept of a chat. */
export function createReports(look: (chat: string) => Promise<readonly PendingMessage[]>): Reports {
  const followers = new Map<string, Set<(event: OutboxEvent) => void>>();
  const asked = new Set<string>();
  let isLooking = false;

  function send(chat: string | undefined, event: OutboxEvent) {
    for (const follower of followers.get(chat ?? "") ?? []) follower(event);
  }
  /** One look after the other, so that what is told last is the newest. */
  async function lookOn() {
    isLooking = true;
    for (const chat of asked) {
      asked.delete(chat);
      const messages = await look(chat).catch(console.error);
      if (messages) send(chat, { type: "kept", messages });
    }
    isLooking = false;
  }
  return {
    send,
    ask(chat) {
      for (const one of followers.keys()) if (chat === undefined || one === chat) asked.add(one);
      if (!isLooking) void lookOn();
    },
    follow(chat, follower) {
      const others = followers.get(chat) ?? new Set();
      followers.set(chat, others.add(follower));
      return () => {
        others.delete(follower);
        if (others.size === 0) followers.delete(chat);
      };
    },
  };
}
