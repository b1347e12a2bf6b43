// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FeedbackNode } from "../boot/boot";
import { bootForTests, embedFlow } from "../boot/bootForTests";
import { loadEngineForTests } from "../engine/loadForTests";
import { loadKinds } from "../questions/kinds";
import type { StoredRun } from "../run/storedRuns";
import { type StartedFlow, startFlow } from "./startFlow";

vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine: async () => loadEngineForTests(),
}));

const RUNS = "FLOW/runs";
/** With these seeds the page of the flow has different orders. */
const SEEDS = [2, 3] as const;

/** The seed that the browser's random numbers give. */
let random = 0;
const started: StartedFlow[] = [];

beforeEach(() => {
  localStorage.clear();
  const original = crypto.getRandomValues.bind(crypto);
  vi.spyOn(crypto, "getRandomValues").mockImplementation((values) =>
    values instanceof Uint32Array ? values.fill(random) : original(values),
  );
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ id: "f" })));
});
afterEach(() => {
  for (const { stop } of started.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function start(fields: Partial<FeedbackNode> = {}) {
  const boot = bootForTests({
    node: { id: "n", ...fields } as FeedbackNode,
    flow: embedFlow("engine/fixtures/flows/every-field.json"),
  });
  const flow = await startFlow(boot, { query: new URLSearchParams(), originUrl: "" }, loadKinds);
  started.push(flow);
  return flow;
}

const orderOf = ({ run }: StartedFlow) => run.view().elements.map(({ id }) => id);
const storedRuns = (): StoredRun[] => Object.values(JSON.parse(localStorage.getItem(RUNS) ?? "{}"));

/** Starts a run with each seed and returns their orders, which differ. */
async function ordersBySeed(fields: Partial<FeedbackNode> = {}) {
  const orders = [];
  for (const seed of SEEDS) {
    random = seed;
    orders.push(orderOf(await start(fields)));
  }
  expect(orders[0]).not.toEqual(orders[1]);
  return orders;
}

it("stores the seed with the run, and the next page has the same order", async () => {
  const [first, other] = await ordersBySeed();
  random = SEEDS[0];
  const flow = await start();
  flow.run.send({ type: "answered", questionId: "q-scale", answer: { number: 3 } });
  await vi.waitFor(() => expect(storedRuns()).toMatchObject([{ seed: SEEDS[0] }]), { timeout: 20_000 });

  random = SEEDS[1];
  const again = await start();
  expect(again.notices.list()).toHaveLength(1);
  expect(orderOf(again)).toEqual(first);
  localStorage.clear();
  expect(orderOf(await start())).toEqual(other);
});

it("gives each visitor another seed where they follow one another", async () => {
  const kiosk = { idle_reset_timeout_in_seconds: 60 };
  const [first, other] = await ordersBySeed(kiosk);
  random = SEEDS[0];
  const flow = await start(kiosk);
  expect(orderOf(flow)).toEqual(first);
  flow.run.send({ type: "reset" });
  expect(orderOf(flow)).toEqual(other);
  expect(storedRuns()).toEqual([]);
});
