import type { Page } from "@playwright/test";
import type { PulsenServer } from "pulsen-loader/e2e";
import { importRecords } from "./importRecords";

/** The link pages of two counters where visitors follow one another. */
export const COUNTERS = ["counter-east", "counter-west"] as const;

const FLOW = {
  id: "counter",
  languages: [{ id: "en", code: "en", name: "English" }],
  states: [
    {
      id: "visit",
      isInitialState: true,
      nextStateId: "thanks",
      elements: [
        {
          id: "e-number",
          type: "question",
          order: 1,
          question: {
            id: "q-number",
            key: "number",
            style: "text",
            isRequired: true,
            body: { en: "The number of your ticket" },
          },
        },
        { id: "e-send", type: "submit", order: 2, body: { en: "Send" } },
      ],
    },
    { id: "thanks", style: "thank_you", elements: [] },
  ],
};

export function importCounters(pulsen: PulsenServer) {
  const nodes = COUNTERS.map((id) => ({
    id,
    name: "Fener Coffee",
    flow_id: FLOW.id,
    default_language_id: "en",
    thank_you_duration_in_seconds: 1,
  }));
  importRecords(pulsen, { nodes, flows: [FLOW] });
}

/** The name of the ticket with a number. */
export const ticket = (number: number) => `ticket ${number}`;

/** Lets the second for which a page thanks be over in a moment. To be called before the page is opened. */
export async function hurryThanks(page: Page) {
  await page.addInitScript(() => {
    const { setTimeout, performance } = window;
    const now = performance.now.bind(performance);
    performance.now = () => now() * 100;
    window.setTimeout = ((callback: () => void, ms = 0, ...args: []) =>
      setTimeout(callback, ms >= 500 && ms <= 1_000 ? ms / 100 : ms, ...args)) as typeof window.setTimeout;
  });
}

/** Waits until a page has the script of its outbox: without it, and without a network, it keeps feedback elsewhere. */
export async function waitForOutbox(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/outbox-")),
  );
}

/** Answers the flow of a counter for one visitor after another, as fast as the page lets them. */
export function answerOneAfterAnother(page: Page, tickets: string[]): Promise<void> {
  return page.evaluate(async (tickets) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    const field = () => document.querySelector<HTMLInputElement>('[data-question="q-number"] input');
    const until = (isSo: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isSo()) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true });
        look();
      });
    for (const ticket of tickets) {
      await until(() => field()?.value === "");
      const input = field() as HTMLInputElement;
      set?.call(input, ticket);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
      await until(() => !field());
    }
    await until(() => field()?.value === "");
  }, tickets);
}

/** A feedback as staff see it. */
export interface StaffFeedback {
  status: string;
  created_offline: boolean;
  responses: { question_id: string; body?: string }[];
}

/** Returns what staff see of a counter, in the order in which it arrived. */
export async function arrivedAt(
  pulsen: PulsenServer,
  token: string,
  nodeId: string,
): Promise<StaffFeedback[]> {
  const arrived: StaffFeedback[] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ node_id: nodeId, limit: "200", ...(after && { after }) });
    const reply = await fetch(`${pulsen.url}/v1/staff/feedbacks?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { items, next_cursor }: { items: StaffFeedback[]; next_cursor: string | null } = await reply.json();
    arrived.push(...items);
    after = next_cursor;
  } while (after);
  return arrived.reverse();
}
