/** Tells the other tabs of this browser, and its service worker, that something has changed. */
export interface OutboxChannel<News> {
  tell(news: News): void;
  close(): void;
}

/** @param onTold called with what was changed elsewhere. */
export function openChannel<News>(name: string, onTold: (news: News) => void): OutboxChannel<News> {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => onTold(data);
    let isClosed = false;
    return {
      tell(news) {
        // What ends after its page has left tells nobody.
        if (!isClosed) channel.postMessage(news);
      },
      close() {
        isClosed = true;
        channel.close();
      },
    };
  } catch {
    // Without a channel, the other tabs see it when they look themselves.
    return { tell() {}, close() {} };
  }
}
