import type { Page, Request } from "@playwright/test";
import { holdRequests } from "./holdRequests";

/** The request for changes of a chat since a cursor. */
const CHANGES = /\/v1\/feedbacks\/\w+\/chat\?.*after=/;

/** The server's acknowledgement of an accepted subscription. */
const SUBSCRIBED = /^43\d+\[\{"ok":true/;

/**
 * Waits until the page's next chat receives live updates: after subscribing, the page requests the changes that it may
 * have missed. (If connecting takes long, it also does so before.) To be called before the chat is opened.
 */
export function waitForLiveUpdates(page: Page): Promise<void> {
  let isSubscribed = false;
  page.once("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      isSubscribed ||= SUBSCRIBED.test(String(payload));
    });
  });
  // Both listeners are added now, because the request may follow the acknowledgement at once. The answer to an earlier one does not
  // count: the page would fetch once more, and what it fetches may be what a live update builds on.
  return new Promise((resolve) => {
    const listen = (request: Request) => {
      if (!isSubscribed || !CHANGES.test(request.url())) return;
      page.off("request", listen);
      void request.response().then(() => resolve());
    };
    page.on("request", listen);
  });
}

/** Runs an action while requests for changes are held back, so that messages can only arrive as live updates. */
export async function withLiveUpdatesOnly(page: Page, action: () => Promise<void>): Promise<void> {
  const release = await holdRequests(page, CHANGES);
  await action();
  await release();
}
