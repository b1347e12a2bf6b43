// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { View } from "../engine/types";
import { createNotices, type Notices } from "../run/notices";
import type { StoredRun } from "../run/storedRuns";
import { type OfferOptions, offerRun } from "./offer";
import type { ResumedRun } from "./resumedRun";

const LEFT: StoredRun = { id: "left", revision: 1, seed: 7, savedAt: 0, events: [] };

const abandonRun = vi.fn(async () => {});
const leaveRun = vi.fn();
const onSeed = vi.fn();
/** Whether another tab goes on with the run. */
let isElsewhere: boolean;
/** Whether the run was answered to the end. */
let isComplete: boolean;
let stored: StoredRun | undefined;
/** Shows the run, as soon as the page is ready for it. */
let showRun: () => void;
/** What has become of the run: `undefined` until the page is ready for it. */
let outcome: "shown" | "given up" | undefined;
let notices: Notices;

beforeEach(() => {
  stored = LEFT;
  isElsewhere = isComplete = false;
  outcome = undefined;
  notices = createNotices();
  abandonRun.mockClear();
  onSeed.mockClear();
  leaveRun.mockClear();
});
afterEach(cleanup);

it("an offer stays until the run is there", async () => {
  await offer();
  fireEvent.click(goOnButton());
  await waitFor(() => expect(goOnButton().getAttribute("aria-busy")).toBe("true"));
  showRun();
  await waitFor(() => expect(outcome).toBe("shown"));
  expect(offered()).toBe(false);
  expect(abandonRun).not.toHaveBeenCalled();
});

it("whoever answers before the run is there has begun another one, which is not replaced", async () => {
  const withdraw = await offer();
  fireEvent.click(goOnButton());
  withdraw?.();
  showRun();
  await waitFor(() => expect(outcome).toBe("given up"));
  expect(abandonRun).toHaveBeenCalledWith("left");
  expect([offered(), stored]).toEqual([false, undefined]);
  expect(leaveRun).toHaveBeenCalledWith("left");
});

it("a run that cannot be gone on with now is offered on", async () => {
  await offer(() => Promise.reject(new Error("no network")));
  vi.spyOn(console, "error").mockImplementation(() => {});
  fireEvent.click(goOnButton());
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  await waitFor(() => expect(goOnButton().getAttribute("aria-busy")).toBe("false"));
  expect(stored).toBe(LEFT);
  expect(leaveRun).toHaveBeenCalledWith("left");
  vi.restoreAllMocks();
});

it("a run that another tab has taken meanwhile is not gone on with, until that tab is closed", async () => {
  await offer();
  showRun();
  isElsewhere = true;
  fireEvent.click(goOnButton());
  await screen.findByText("You are answering this form in another tab. Close that tab to continue here.");
  expect([offered(), outcome]).toEqual([true, undefined]);

  isElsewhere = false;
  stored = { ...LEFT, savedAt: 1 };
  fireEvent.click(goOnButton());
  await waitFor(() => expect(outcome).toBe("shown"));
  expect(goneOnWith).toBe(stored);
});

it("starting over leaves a run alone with which another tab goes on", async () => {
  const withdraw = await offer();
  isElsewhere = true;
  withdraw?.();
  await waitFor(() => expect(offered()).toBe(false));
  expect(stored).toBe(LEFT);
  expect(abandonRun).not.toHaveBeenCalled();
});

it.each([
  ["has been started over", () => (stored = undefined)],
  ["has been answered to the end", () => (isComplete = true)],
])("a run that %s in another tab is not gone on with", async (_, end) => {
  await offer();
  end();
  fireEvent.click(goOnButton());
  await waitFor(() => expect(offered()).toBe(false));
  expect(outcome).toBeUndefined();
  expect(leaveRun).toHaveBeenCalledWith("left");
});

it.each([
  ["is offered", () => {}, [[7]]],
  ["goes on in another tab", () => (isElsewhere = true), [[7]]],
  ["has ended", () => (isComplete = true), []],
  ["is not there", () => (stored = undefined), []],
])("the page is in the order of a run that %s", async (_, change, calls) => {
  change();
  await offer();
  expect(onSeed.mock.calls).toEqual(calls);
});

/** The run with which the page has gone on. */
let goneOnWith: StoredRun | undefined;

const offered = () => notices.list().length > 0;
const goOnButton = () => screen.getByRole("button", { name: "Continue" });

async function offer(ready?: () => Promise<void>) {
  const shown = new Promise<void>((resolve) => {
    showRun = resolve;
  });
  const tools = {
    abandonRun,
    isComplete: async () => isComplete,
    isGoingOn: async () => false,
    leaveRun,
    takeRun: async () => !isElsewhere,
    storedRun: () => stored,
    storeRun: () => {
      stored = undefined;
    },
  } as unknown as OfferOptions["tools"];
  const goOn = async (run: ResumedRun) => {
    await (ready?.() ?? shown);
    outcome = run.isWanted() ? "shown" : "given up";
    if (outcome !== "shown") return undefined;
    goneOnWith = run.stored;
    run.replay({ view: () => ({ elements: [], canGoBack: false }), update: () => ({ effects: [] }) });
    return { view: () => ({}) as View, subscribe: () => () => {} };
  };
  const flow = { id: "f", revision: 1 };
  const withdraw = await offerRun({
    apiBase: "",
    nodeId: "n",
    flow,
    signature: undefined,
    owner: { person: "" },
    notices,
    tools,
    onSeed,
    goOn,
  });
  const [notice] = notices.list();
  if (notice) render(<notice.Content />);
  return withdraw;
}
