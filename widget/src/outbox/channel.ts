import { OUTBOX } from "./names";

/** Tells the other tabs of this browser, and its service worker, that a record has changed. */
export interface OutboxChannel {
  tell(id: string): void;
  close(): void;
}

/** @param onTold called with the id of a record that was changed elsewhere. */
export function openChannel(onTold: (id: string) => void): OutboxChannel {
  try {
    const channel = new BroadcastChannel(OUTBOX);
    channel.onmessage = ({ data }) => onTold(String(data));
    return { tell: (id) => channel.postMessage(id), close: () => channel.close() };
  } catch {
    // Without a channel, the other tabs see it when they look themselves.
    return { tell() {}, close() {} };
  }
}
