import { afterEach, beforeEach, expect, it, vi } from "vitest";

const URL = "/v1/feedbacks/f1/live_results";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  // The ending is the page's own.
  vi.resetModules();
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

/** Loads the part as a new page does, on which a feedback was given whose results are at `results`. */
async function given(results?: string) {
  const { noteEnding } = await import("../../run/ending");
  noteEnding({ reference: "0000-0001", ...(results && { results }) });
  return (await import("./liveResults")).agreeingOf100;
}

function respond(body: string, status = 200) {
  fetched.mockImplementation(async () => new Response(body, { status }));
}

it("each element has its own result, from one request", async () => {
  respond('{"items":[{"element_id":"mood","agree":88},{"element_id":"score","agree":12}]}');
  const agreeingOf100 = await given(URL);
  expect(await Promise.all(["mood", "score", "other"].map(agreeingOf100))).toEqual([88, 12, undefined]);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("nothing is asked of a feedback that the server has not got", async () => {
  const agreeingOf100 = await given();
  expect(await agreeingOf100("mood")).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
});

it.each([
  ["no list", "{}"],
  ["no JSON", "<h1>Welcome to this Wi-Fi</h1>"],
  ["an item that is none", '{"items":[null]}'],
  ["a share that is no number", '{"items":[{"element_id":"mood","agree":"all"}]}'],
])("a response with %s has no result", async (_, body) => {
  respond(body);
  const agreeingOf100 = await given(URL);
  expect(await agreeingOf100("mood")).toBeUndefined();
});

it("a refusal is an error for the caller, which shows nothing", async () => {
  respond('{"code":"too_many_requests"}', 429);
  const agreeingOf100 = await given(URL);
  await expect(agreeingOf100("mood")).rejects.toThrow();
});
