import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { PulsenServer } from "pulsen-loader/e2e";

/**
 * Sends feedback of 20 visitors, of whom three answer the question `q-rate` by 3 and the others by 9, and waits until results
 * count it.
 */
export async function sendTwentyScores(
  { request }: Page,
  pulsen: PulsenServer,
  asked: { node_id: string; flow_id: string },
): Promise<void> {
  for (let at = 0; at < 20; at += 1) {
    const data = {
      ...asked,
      device_id: `${asked.node_id}-${at}`,
      language_id: "en",
      created_at: new Date().toISOString(),
      created_offline: false,
      time_spent_in_seconds: 5,
      responses: [{ question_id: "q-rate", body: at < 3 ? "3" : "9" }],
    };
    expect((await request.post(`${pulsen.url}/v1/feedbacks`, { data })).ok()).toBe(true);
  }
  const headers = { Authorization: `Bearer ${pulsen.staffToken("Results")}` };
  await expect
    .poll(async () => {
      const list = await request.get(`${pulsen.url}/v1/staff/feedbacks?limit=1`, { headers });
      return (await list.json()).is_index_behind;
    })
    .toBe(false);
}
