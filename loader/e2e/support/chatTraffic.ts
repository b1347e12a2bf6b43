import type { Page, Response } from "@playwright/test";
import { holdBack } from "./holdBack";

/** The question what is new in a chat. */
const QUESTION = /\/v1\/feedbacks\/\w+\/chat\?after=/;

/** How the server acknowledges a subscription that it has taken. */
const TAKEN = /^43\d+\[\{"ok":true/;

/**
 * Waits until the page's next chat is followed live: it then asks, once more, for what it may have missed. (It asks
 * before, too, where the connection is slow to come.) To be called before the chat is opened.
 */
export function chatFollowed(page: Page): Promise<void> {
  let isTaken = false;
  page.once("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      isTaken ||= TAKEN.test(String(payload));
    });
  });
  // Listens from the start: one event may follow the other faster than it can be waited for.
  return new Promise((resolve) => {
    const listen = (response: Response) => {
      if (!isTaken || !QUESTION.test(response.url())) return;
      page.off("response", listen);
      resolve();
    };
    page.on("response", listen);
  });
}

/** Carries out `act` while no answer comes to that question: what arrives meanwhile has been told. */
export async function whileOnlyTold(page: Page, act: () => Promise<void>): Promise<void> {
  const release = await holdBack(page, QUESTION);
  await act();
  await release();
}
