import { callAddress } from "../basics/page";
import { Problem, readProblem } from "./problem";
import { noteAnswer } from "./reach";

/** How long a call may take (docs/constants.md#delays). */
const TIME_LIMIT_MS = 20_000;

/** How long one may take that sends a form with files, which are slow to arrive on some connections (docs/constants.md#delays). */
const FORM_TIME_LIMIT_MS = 120_000;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface CallOptions {
  /** Of a record or a draft: the call is refused where it was changed since. */
  ifMatch?: string;
  /** The call stores something new, and is refused where there is something already. */
  isNew?: boolean;
  /** With the same key nothing is stored twice. */
  idempotencyKey?: string;
  /** Ends the call where its answer is no longer wanted. */
  signal?: AbortSignal;
}

/**
 * Calls the server, with the session's cookie.
 *
 * @param path such as `/v1/staff/session`.
 * @param body JSON, a form with files, or a text as it is (`Blob`).
 * @throws Problem where the call fails, whatever the reason.
 */
export async function call<Result = void>(
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Result> {
  return read(await send(method, path, body, options));
}

/** Gets something that has a version, by which a later change says what it expects (`ifMatch`). */
export async function getVersioned<Result>(
  path: string,
  options: CallOptions = {},
): Promise<{ value: Result; version: string }> {
  const response = await send("GET", path, undefined, options);
  return { value: await read<Result>(response), version: response.headers.get("etag") ?? "" };
}

async function read<Result>(response: Response): Promise<Result> {
  if (!response.ok) throw await readProblem(response);
  if (response.status === 204) return undefined as Result;
  return response.json().catch(() => {
    throw new Problem("The answer cannot be read.", { code: "unreadable", status: response.status });
  });
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  { ifMatch, isNew = false, idempotencyKey, signal }: CallOptions,
): Promise<Response> {
  const limit = AbortSignal.timeout(body instanceof FormData ? FORM_TIME_LIMIT_MS : TIME_LIMIT_MS);
  const isReady = body instanceof FormData || body instanceof Blob;
  try {
    const response = await fetch(callAddress(path), {
      method,
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        // A form names its own boundary, a text its own type.
        ...(body !== undefined && !isReady && { "content-type": "application/json" }),
        ...(ifMatch !== undefined && { "if-match": ifMatch }),
        ...(isNew && { "if-none-match": "*" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: isReady ? body : JSON.stringify(body) }),
    });
    noteAnswer(true);
    return response;
  } catch {
    // A call that was given up says nothing of the server.
    if (!signal?.aborted) noteAnswer(false);
    throw new Problem("The server cannot be reached.", {});
  }
}
