/** What a request can say beside its address. */
export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** How to read the answer; JSON unless told otherwise. */
  parse?: "json" | "text";
  /** Lets the request outlive the page. Browsers refuse it for large bodies. */
  keepalive?: boolean;
  /** Gives up after this time, the answer's body included. */
  timeoutMs?: number;
  /** Gives up when this signal says so. */
  signal?: AbortSignal;
}

/** An answer of the server. */
export interface Reply {
  status: number;
  headers: Headers;
  /** As `parse` asked for; `undefined` where there was none, or where it was not JSON. */
  body: unknown;
}

/** Long enough for a bad mobile connection, short enough for a visitor who waits. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Sends a request and reads its answer.
 *
 * @throws {ReplyError} when the status is not one of success.
 * @throws {RequestError} when no answer came: timeout, abort, or no connection.
 */
export async function request(url: string, options: RequestOptions = {}): Promise<Reply> {
  const { parse = "json", timeoutMs = DEFAULT_TIMEOUT_MS, signal, ...init } = options;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const abort = () => timeout.abort();
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  try {
    const response = await fetch(url, { ...init, signal: timeout.signal });
    if (response.status === 0) throw new RequestError("Network failure");
    const { status, headers } = response;
    const reply = { status, headers, body: read(await response.text(), parse) };
    if (!response.ok) throw new ReplyError(reply);
    return reply;
  } catch (error) {
    if (error instanceof ReplyError) throw error;
    if (signal?.aborted) throw new RequestError("Request was aborted", { cause: error });
    if (timeout.signal.aborted) throw new RequestError("Request timed out", { cause: error });
    throw new RequestError("Network failure", { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** No answer came. Whether the server acted on the request is unknown. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: "Request timed out" | "Request was aborted" | "Network failure",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The server answered, and not with success. */
export class ReplyError extends Error {
  override readonly name = "ReplyError";
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`The server answered with status ${reply.status}`);
    this.reply = reply;
  }
}

function read(text: string, parse: "json" | "text"): unknown {
  if (parse === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page instead of our JSON: the status still says what matters.
    return undefined;
  }
}
