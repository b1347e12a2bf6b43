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
        {
          id: "e-receipt",
          type: "question",
          order: 2,
          question: {
            id: "q-receipt",
            key: "receipt",
            style: "file",
            isRequired: true,
            body: { en: "Your receipt" },
          },
        },
        { id: "e-send", type: "submit", order: 3, body: { en: "Send" } },
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

/** What one visitor answers at a counter. */
export interface Visit {
  ticket: string;
  /** The content of the file that is added. */
  receipt: string;
}

/** Returns so many visits to a counter, each with a document of its own. */
export function visitsTo(nodeId: string, count: number): Visit[] {
  return Array.from({ length: count }, (_, at) => {
    const ticket = `ticket ${at + 1}`;
    const lines = `% ${ticket} at ${nodeId}\n`.repeat(100);
    // Documents are stored as they are (docs/api.md#uploads).
    return { ticket, receipt: `%PDF-1.4\n${lines}startxref\n9\n%%EOF\n` };
  });
}

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

/** Answers the flow of a counter for one visitor after another, as fast as the page lets them, without a network. */
export function answerOneAfterAnother(page: Page, visits: Visit[]): Promise<void> {
  return page.evaluate(async (visits) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    const field = () => document.querySelector<HTMLInputElement>('[data-question="q-number"] input');
    const isEmpty = () => field()?.value === "" && !document.querySelector(".file");
    const isKept = () =>
      document.querySelector(".file__state")?.textContent?.includes("Saved on this device");
    const until = (isSo: () => boolean | undefined) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!isSo()) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        look();
      });
    for (const { ticket, receipt } of visits) {
      await until(isEmpty);
      const input = field() as HTMLInputElement;
      set?.call(input, ticket);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      const picker = document.querySelector<HTMLInputElement>(".picker__area input") as HTMLInputElement;
      const chosen = new DataTransfer();
      chosen.items.add(new File([receipt], `${ticket}.pdf`, { type: "application/pdf" }));
      picker.files = chosen.files;
      picker.dispatchEvent(new Event("change", { bubbles: true }));
      await until(isKept);
      document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
      await until(() => !field());
    }
    await until(isEmpty);
  }, visits);
}

/** A feedback as staff see it. */
export interface StaffFeedback {
  status: string;
  created_offline: boolean;
  responses: { question_id: string; body?: string; file?: { name: string; url: string } }[];
}

/** Returns what staff see of a counter, in the order in which it arrived. */
export async function arrivedAt(
  pulsen: PulsenServer,
  token: string,
  nodeId: string,
): Promise<StaffFeedback[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const arrived: StaffFeedback[] = [];
  let after: string | null = null;
  do {
    const query = new URLSearchParams({ node_id: nodeId, limit: "200", ...(after && { after }) });
    const reply = await fetch(`${pulsen.url}/v1/staff/feedbacks?${query}`, { headers });
    const { items, next_cursor }: { items: StaffFeedback[]; next_cursor: string | null } = await reply.json();
    arrived.push(...items);
    after = next_cursor;
  } while (after);
  return arrived.reverse();
}

/** Returns what a feedback says of a visit, with the file as staff download it. */
export async function visitIn(
  { responses }: StaffFeedback,
  pulsen: PulsenServer,
  token: string,
): Promise<Visit> {
  const answerTo = (id: string) => responses.find(({ question_id }) => question_id === id);
  const url = answerTo("q-receipt")?.file?.url ?? "";
  const file = await fetch(new URL(url, pulsen.url), { headers: { Authorization: `Bearer ${token}` } });
  return { ticket: answerTo("q-number")?.body ?? "", receipt: await file.text() };
}
