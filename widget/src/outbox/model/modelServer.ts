import type { Submission, SubmissionOutcome } from "../submission";

/** A feedback as the model's server has it. */
export interface StoredRow {
  id: string;
  run: string;
  partial: boolean;
  body: string;
}

/** What a server does with feedback (docs/api.md#feedback), as simple as it can be said. */
export class ModelServer {
  readonly rows: StoredRow[] = [];
  /** The runs of complete feedback, in the order in which it arrived. */
  readonly completed: string[] = [];
  private readonly receipts = new Map<string, { request: string; outcome: SubmissionOutcome }>();

  /** Answers a request; a repeated one as before. */
  handle({ key, body, headers, partial }: Submission): SubmissionOutcome {
    const request = JSON.stringify([body, headers["X-FID"], partial]);
    const receipt = this.receipts.get(key);
    if (receipt) {
      return receipt.request === request ? receipt.outcome : refusal("idempotency_mismatch");
    }
    if (body.includes("wrong")) return refusal("invalid_answer");
    const row = this.rowFor(headers["X-FID"], body);
    if (!row) return refusal("foreign_feedback");
    Object.assign(row, { body, partial });
    if (!partial) this.completed.push(row.run);
    const outcome = { status: 200, body: { id: row.id } };
    this.receipts.set(key, { request, outcome });
    return outcome;
  }

  private rowFor(continued: string | undefined, body: string): StoredRow | undefined {
    if (continued !== undefined) return this.rows.find(({ id, partial }) => id === continued && partial);
    const row = { id: `f${this.rows.length}`, run: JSON.parse(body).run, partial: true, body };
    this.rows.push(row);
    return row;
  }
}

function refusal(code: string): SubmissionOutcome {
  return { status: 422, body: { code } };
}
