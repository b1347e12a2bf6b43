import type { Submission, SubmissionOutcome } from "./records/submission";

/** A feedback as the model's server has it. */
export interface StoredRow {
  id: string;
  run: string;
  partial: boolean;
  body: string;
}

interface ModelUpload {
  content: string;
  /** The row of the feedback that has it. */
  takenBy?: string;
  isExpired: boolean;
}

/** What a server does with feedback (docs/api.md#feedback), as simple as it can be said. */
export class ModelServer {
  readonly rows: StoredRow[] = [];
  /** The runs of complete feedback, in the order in which it arrived. */
  readonly completed: string[] = [];
  readonly uploads = new Map<string, ModelUpload>();
  private readonly receipts = new Map<string, { request: string; outcome: SubmissionOutcome }>();

  /** Answers a request; a repeated one as before. */
  handle({ key, body, headers, partial }: Submission): SubmissionOutcome {
    const request = JSON.stringify([body, headers["X-FID"], partial]);
    const receipt = this.receipts.get(key);
    if (receipt) {
      return receipt.request === request ? receipt.outcome : refusal("idempotency_mismatch");
    }
    if (body.includes("wrong")) return refusal("invalid_answer");
    const files: string[] = JSON.parse(body).files ?? [];
    const isFree = (id: string) => this.mayTake(id, headers["X-FID"]);
    const row = this.rowFor(headers["X-FID"], body);
    if (!row) return refusal("foreign_feedback");
    if (!files.every(isFree)) {
      if (headers["X-FID"] === undefined) this.rows.pop();
      return refusal("unknown_upload");
    }
    this.take(row.id, files);
    Object.assign(row, { body, partial });
    if (!partial) this.completed.push(row.run);
    const outcome = { status: 200, body: { id: row.id } };
    this.receipts.set(key, { request, outcome });
    return outcome;
  }

  /** Takes a file; what is repeated is another upload. */
  upload(content: string): SubmissionOutcome {
    if (content.includes("bad")) return refusal("unsupported_type");
    const id = `u${this.uploads.size}`;
    this.uploads.set(id, { content, isExpired: false });
    return { status: 200, body: { data: { id } } };
  }

  /** Lets all uploads expire that no feedback has taken. */
  expireUploads() {
    for (const upload of this.uploads.values()) upload.isExpired ||= upload.takenBy === undefined;
  }

  private mayTake(id: string, continued: string | undefined): boolean {
    const upload = this.uploads.get(id);
    if (!upload || upload.isExpired) return false;
    return upload.takenBy === undefined || upload.takenBy === continued;
  }

  /** What the save before has taken and this one leaves out is released. */
  private take(rowId: string, files: readonly string[]) {
    for (const [id, upload] of this.uploads) {
      if (files.includes(id)) upload.takenBy = rowId;
      else if (upload.takenBy === rowId) delete upload.takenBy;
    }
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
