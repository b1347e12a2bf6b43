import { vi } from "vitest";

export interface Sent {
  call: string;
  body: unknown;
}

/**
 * Answers all calls of a test: each with the status and the body that `answer` returns for it, such as `GET /v1/staff/session`.
 *
 * @returns what was sent so far.
 */
export function fakeServer(answer: (sent: Sent) => { status: number; body?: unknown }): Sent[] {
  const all: Sent[] = [];
  vi.stubGlobal("fetch", async (address: string, { method, body }: { method: string; body?: string }) => {
    const sent = { call: `${method} ${address}`, body: body === undefined ? undefined : JSON.parse(body) };
    all.push(sent);
    const { status, body: answered } = answer(sent);
    return new Response(answered === undefined ? null : JSON.stringify(answered), {
      status,
      headers: { "x-request-id": "request-1", "retry-after": "300" },
    });
  });
  return all;
}
