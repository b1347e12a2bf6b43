import type { Page } from "@playwright/test";
import { holdBack } from "./holdBack";

/** The question what is new in a chat. */
const QUESTION = /\/v1\/feedbacks\/\w+\/chat\?after=/;

/** How the server acknowledges a subscription that it has taken. */
const TAKEN = /^43\d+\[\{"ok":true/;

/**
 * Waits until the page's next chat is followed live: it then asks, once more, for what it may have missed. (It asks
 * before, too, where the connection is slow to come.) To be called before the chat is opened.
 */
export async function chatFollowed(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => TAKEN.test(String(payload)));
  await page.waitForResponse((response) => QUESTION.test(response.url()));
}

/** Carries out `act` while no answer comes to that question: what arrives meanwhile has been told. */
export async function whileOnlyTold(page: Page, act: () => Promise<void>): Promise<void> {
  const release = await holdBack(page, QUESTION);
  await act();
  await release();
}
