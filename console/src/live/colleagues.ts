import type { LiveEvents } from "./events";

/** The staff who have a chat open. */
export type Colleagues = LiveEvents["presence"]["colleagues"];

/** Which chats staff have open, by their ids, as the server has said. */
export interface OpenChats {
  current(): ReadonlyMap<string, Colleagues>;
  /** Calls `listener` when that changes. Returns what ends that. */
  subscribe(listener: () => void): () => void;
}

/** What the connection tells them. */
interface HeardChats extends OpenChats {
  /** One of them has changed. */
  hear(event: LiveEvents["presence"]): void;
  /** The server is asked for all of them. */
  ask(): void;
  /** All of them, as they were at some time since the server was asked. */
  replace(all: readonly LiveEvents["presence"][]): void;
}

/** Knows of no open chat yet. */
export function createOpenChats(): HeardChats {
  const listeners = new Set<() => void>();
  let chats: ReadonlyMap<string, Colleagues> = new Map();
  /** What has changed since the server was asked: its answer may be older. */
  let heard = new Map<string, Colleagues>();

  const set = (next: Map<string, Colleagues>) => {
    for (const [id, colleagues] of next) if (colleagues.length === 0) next.delete(id);
    chats = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    current: () => chats,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hear({ feedback_id, colleagues }) {
      heard.set(feedback_id, colleagues);
      set(new Map(chats).set(feedback_id, colleagues));
    },
    ask() {
      heard = new Map();
    },
    replace(all) {
      const told = all.map(({ feedback_id, colleagues }) => [feedback_id, colleagues] as const);
      set(new Map([...told, ...heard]));
    },
  };
}
