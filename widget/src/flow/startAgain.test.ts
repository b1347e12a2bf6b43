// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FeedbackNode } from "../boot/boot";
import { bootForTests, embedFlow } from "../boot/bootForTests";
import { loadEngineForTests } from "../engine/loadForTests";
import { loadKinds } from "../questions/kinds";
import { startFlow } from "./startFlow";

vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine: async () => loadEngineForTests(),
}));

const fetched = vi.fn();

beforeEach(() => {
  fetched.mockImplementation(async () => new Response(JSON.stringify({ id: "f" })));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

/** Starts a flow of two pages, a score and thanks, on a link page. */
function start(fields: Partial<FeedbackNode> = {}, query = "") {
  const boot = bootForTests({
    route: "feedback",
    node: { id: "n", ...fields } as FeedbackNode,
    flow: embedFlow("engine/fixtures/flows/store.json"),
  });
  return startFlow(boot, { query: new URLSearchParams(query), originUrl: "" }, loadKinds);
}

type Started = Awaited<ReturnType<typeof start>>;

const answerOf = ({ run }: Started) =>
  run.view().elements.flatMap((element) => ("answer" in element ? [element.answer] : []))[0];

async function complete(flow: Started, number: number) {
  flow.run.send({ type: "answered", questionId: "q-rating", answer: { number } });
  flow.run.send({ type: "next" });
  await vi.waitFor(() => expect(flow.run.view().style).toBe("thank_you"), { timeout: 20_000 });
}

function sentFeedback() {
  const calls = fetched.mock.calls.filter(([address]) => String(address).endsWith("/v1/feedbacks"));
  return calls.map(([, { body, headers }]) => ({ ...JSON.parse(body), headers }));
}

it("begins another run, as if the page had been loaded again", async () => {
  const flow = await start({}, 'responses={"rating":7}');
  expect(answerOf(flow)).toEqual({ number: 7 });
  await complete(flow, 9);
  const round = flow.run.round();
  flow.startAgain?.();
  // Pressed twice, it begins once.
  flow.startAgain?.();
  await vi.waitFor(() => expect(flow.run.view().style).toBe("normal"));
  expect(flow.run.round()).toBe(round + 1);
  expect(answerOf(flow)).toEqual({ number: 7 });
  await complete(flow, 3);
  const [first, second] = sentFeedback();
  expect([first.responses, second.responses]).toEqual([
    [{ question_id: "q-rating", body: "9" }],
    [{ question_id: "q-rating", body: "3" }],
  ]);
  expect(second.headers).not.toHaveProperty("X-FID");
  expect(second.headers["Idempotency-Key"]).not.toBe(first.headers["Idempotency-Key"]);
  flow.stop();
});

it("counts the time of each run by itself", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const flow = await start();
  now = 100_000;
  await complete(flow, 9);
  flow.startAgain?.();
  await vi.waitFor(() => expect(flow.run.view().style).toBe("normal"));
  now = 107_000;
  await complete(flow, 3);
  const [first, second] = sentFeedback();
  expect(first.time_spent_in_seconds).toBe(100);
  expect(second.time_spent_in_seconds).toBe(7);
  expect(second.state_times_in_ms).toEqual({ page: 7_000 });
  flow.stop();
});

it("is for the next visitor where visitors follow one another", async () => {
  const flow = await start({ thank_you_duration_in_seconds: 3_600 }, 'responses={"rating":7}');
  await complete(flow, 9);
  flow.startAgain?.();
  expect(flow.run.view().style).toBe("normal");
  // What the link says is the first visitor's.
  expect(answerOf(flow)).toBeUndefined();
  flow.stop();
});

it("changes nothing before the end", async () => {
  const flow = await start();
  flow.run.send({ type: "answered", questionId: "q-rating", answer: { number: 9 } });
  flow.startAgain?.();
  await Promise.resolve();
  expect(answerOf(flow)).toEqual({ number: 9 });
  flow.stop();
});

it("is not there where the node takes one feedback of each visitor, nor in a preview", async () => {
  const once = await start({ prevent_multiple_feedback: true });
  const preview = await start({}, "isPreview=true");
  expect([once.startAgain, preview.startAgain]).toEqual([undefined, undefined]);
  once.stop();
  preview.stop();
});
