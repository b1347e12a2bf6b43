export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  /** Lets the request outlive the page. Browsers refuse it for large bodies. */
  keepalive?: boolean;
  /** Fails after this time, which includes reading the body. */
  timeoutMs?: number;
}

/** The server's response. */
export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed JSON; `undefined` where there is none. */
  body: unknown;
}

/** Long enough for a bad mobile connection, short enough for a visitor who waits. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Sends a request and reads the response.
 *
 * @throws {ReplyError} when the status is no success.
 * @throws {RequestError} when no response came: timeout or no connection.
 */
export async function request(url: string, options: RequestOptions = {}): Promise<Reply> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, ...init } = options;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: timeout.signal });
    if (response.status === 0) throw new RequestError("Network failure");
    const { status, headers } = response;
    const reply = { status, headers, body: parseJson(await response.text()) };
    if (!response.ok) throw new ReplyError(reply);
    return reply;
  } catch (error) {
    if (error instanceof ReplyError) throw error;
    const message = timeout.signal.aborted ? "Request timed out" : "Network failure";
    throw new RequestError(message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** No response came. The server may or may not have acted on the request. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(message: "Request timed out" | "Network failure", options?: ErrorOptions) {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page: the status is all there is to know.
    return undefined;
  }
}
