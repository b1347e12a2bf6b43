import { type OutboxRecord, refusalOf } from "./record";

/** Returns a JSON file of feedbacks that the server will never take, with the reasons. */
export function exportRefused(records: readonly OutboxRecord[]): Blob {
  const feedbacks = records.map((record) => ({
    reason: refusalOf(record),
    refused_at: new Date(record.settled?.at ?? 0).toISOString(),
    feedback: readBody(record.attempt?.body),
  }));
  return new Blob([JSON.stringify(feedbacks, null, 2)], { type: "application/json" });
}

function readBody(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "null");
  } catch {
    return body;
  }
}
