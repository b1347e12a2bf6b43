import type { Page } from "@playwright/test";
import type { PulsenServer } from "pulsen-loader/e2e";

/** A feedback as staff get it (docs/staff.md#feedback). */
export interface Stored {
  id: string;
  status: string;
  language_id: string;
  responses: Record<string, unknown>[];
  customer: Record<string, unknown>;
}

/** Returns the complete feedback that was given in a page's browser, from the staff's list. */
export async function storedOf(pulsen: PulsenServer, page: Page): Promise<Stored> {
  const deviceId = await page.evaluate(() => localStorage.getItem("FLOW/device_id")?.replaceAll('"', ""));
  const headers = { Authorization: `Bearer ${pulsen.staffToken(`Ayşe ${deviceId}`)}` };
  const list = await page.request.get(`${pulsen.url}/v1/staff/feedbacks?status=complete`, { headers });
  const { items }: { items: Stored[] } = await list.json();
  // The list names devices by hashes.
  const ids = pulsen.feedbacksOf(deviceId ?? "").map(({ id }) => id);
  const stored = items.find(({ id }) => ids.includes(id));
  if (!stored) throw new Error("The feedback is not in the staff's list.");
  return stored;
}
