/** What is wrong with a part of what was sent. */
export interface Fault {
  /** JSON pointer (RFC 6901) into the body; empty for the whole. */
  pointer: string;
  /** A sentence for developers of clients, in English. */
  detail: string;
}

/** A call that failed: a problem document of the server, or no answer. */
export class Problem extends Error {
  /** As in the documentation of the HTTP interface; `unreachable` where there was no answer. */
  readonly code: string;
  /** 0 where there was no answer. */
  readonly status: number;
  /** By which the server's log names the request; `null` where there was no answer. */
  readonly requestId: string | null;
  /** How long to wait before the next try. */
  readonly retryAfterSeconds: number | null;
  /** A sentence for developers of clients, in English. */
  readonly detail: string | null;
  readonly faults: readonly Fault[];
  /** Of what was changed meanwhile: its present version; `null` where there is nothing. */
  readonly version: string | null;

  constructor(
    title: string,
    {
      code = "unreachable",
      status = 0,
      requestId = null,
      retryAfterSeconds = null,
      detail = null,
      faults = [],
      version = null,
    }: Partial<Problem>,
  ) {
    super(title);
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.detail = detail;
    this.faults = faults;
    this.version = version;
  }
}

/** Returns whether an error is a problem with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): error is Problem {
  return error instanceof Problem && codes.includes(error.code);
}

/** Reads a response that is no success. A proxy may have answered, with anything. */
export async function readProblem(response: Response): Promise<Problem> {
  const document = await response.json().catch(() => null);
  const { title, code, detail, errors, version } = (document ?? {}) as Record<string, unknown>;
  const retryAfter = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return new Problem(typeof title === "string" ? title : `HTTP ${response.status}`, {
    code: typeof code === "string" ? code : "unknown",
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter,
    detail: typeof detail === "string" ? detail : null,
    faults: Array.isArray(errors) ? errors.flatMap(readFault) : [],
    version: typeof version === "string" ? version : null,
  });
}

function readFault(error: unknown): Fault[] {
  const { pointer, detail } = (error ?? {}) as Record<string, unknown>;
  return typeof pointer === "string" ? [{ pointer, detail: typeof detail === "string" ? detail : "" }] : [];
}
