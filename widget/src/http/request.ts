/** The options of a request. */
export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** How to read the response's body; `json` by default. */
  parse?: "json" | "text";
  /** Lets the request outlive the page. Browsers refuse it for large bodies. */
  keepalive?: boolean;
  /** Fails after this time, which includes reading the body. */
  timeoutMs?: number;
  /** Aborts the request. */
  signal?: AbortSignal;
}

/** The server's response. */
export interface Reply {
  status: number;
  headers: Headers;
  /** Read as `parse` says; `undefined` where it is empty or not JSON. */
  body: unknown;
}

/** Long enough for a bad mobile connection, short enough for a visitor who waits. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Sends a request and reads the response.
 *
 * @throws {ReplyError} when the status is no success.
 * @throws {RequestError} when no response came: timeout, abort, or no connection.
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

/** No response came. The server may or may not have acted on the request. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: "Request timed out" | "Request was aborted" | "Network failure",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The server responded with an error status. */
export class ReplyError extends Error {
  override readonly name = "ReplyError";
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`The server responded with status ${reply.status}`);
    this.reply = reply;
  }
}

function read(text: string, parse: "json" | "text"): unknown {
  if (parse === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page: the status is all there is to know.
    return undefined;
  }
}
