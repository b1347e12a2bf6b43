// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { call } from "./call";
import { hasCode, type Problem } from "./problem";

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.innerHTML = "";
});

const answer = (response: Response) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => response),
  );
const problemOf = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => Promise.reject(),
    (error) => error,
  );

it("calls the server below whose path the console is", async () => {
  document.head.innerHTML = '<meta name="staff-path" content="/feedback/staff/" />';
  answer(new Response('{"a":1}'));
  expect(await call("POST", "/v1/staff/session", { email: "a" })).toEqual({ a: 1 });
  expect(fetch).toHaveBeenCalledWith(
    "/feedback/v1/staff/session",
    expect.objectContaining({ method: "POST", body: '{"email":"a"}' }),
  );
});

it("throws the problem that the server names, with its request", async () => {
  const headers = { "x-request-id": "r-1", "retry-after": "61" };
  answer(new Response('{"code":"too_many_attempts","title":"Too many"}', { status: 429, headers }));
  const problem = await problemOf(call("GET", "/v1/staff/session"));
  expect(hasCode(problem, "too_many_attempts")).toBe(true);
  expect(problem).toMatchObject({
    message: "Too many",
    status: 429,
    requestId: "r-1",
    retryAfterSeconds: 61,
  });
});

it.each(["<html>Bad gateway", "null", "[]", '{"code":7}'])(
  "throws a problem where a proxy answers %s",
  async (body) => {
    answer(new Response(body, { status: 502 }));
    expect(await problemOf(call("GET", "/v1/staff/session"))).toMatchObject({
      code: "unknown",
      status: 502,
      message: "HTTP 502",
    });
  },
);

it("throws a problem without an answer, and for one that is no JSON", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  expect(await problemOf(call("GET", "/v1/staff/session"))).toMatchObject({ code: "unreachable", status: 0 });
  answer(new Response("<html>"));
  expect(await problemOf(call("GET", "/v1/staff/session"))).toMatchObject({ code: "unreadable" });
});

it("gives files more time than other calls", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout");
  vi.stubGlobal("fetch", async () => Response.json({}));
  await call("POST", "/v1/staff/chats/c1/messages", { body: "Hello" });
  await call("POST", "/v1/staff/chats/c1/messages", new FormData());
  expect(limit.mock.calls).toEqual([[20_000], [120_000]]);
  limit.mockRestore();
});
