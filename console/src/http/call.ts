import { callAddress } from "../basics/page";
import { Problem, readProblem } from "./problem";

/** How long a call may take (docs/constants.md#delays). */
const TIME_LIMIT_MS = 20_000;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Calls the server, with the session's cookie.
 *
 * @param path such as `/v1/staff/session`.
 * @throws Problem where the call fails, whatever the reason.
 */
export async function call<Result = void>(method: Method, path: string, body?: unknown): Promise<Result> {
  const response = await send(method, path, body);
  if (!response.ok) throw await readProblem(response);
  if (response.status === 204) return undefined as Result;
  return response.json().catch(() => {
    throw new Problem("The answer cannot be read.", { code: "unreadable", status: response.status });
  });
}

async function send(method: Method, path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(callAddress(path), {
      method,
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  } catch {
    throw new Problem("The server cannot be reached.", {});
  }
}
