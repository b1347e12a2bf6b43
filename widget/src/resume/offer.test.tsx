// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createNotices, type Notices } from "../flow/notices";
import type { ResumedRun } from "../flow/resumedRun";
import type { StoredRun } from "../storage/storedRuns";
import { type OfferOptions, offerRun } from "./offer";

const LEFT: StoredRun = { id: "left", revision: 1, seed: 7, savedAt: 0, events: [] };

const abandonRun = vi.fn(async () => {});
let stored: StoredRun | undefined;
/** Shows the run, as soon as the page is ready for it. */
let showRun: () => void;
/** What has become of the run: `undefined` until the page is ready for it. */
let outcome: "shown" | "given up" | undefined;
let notices: Notices;

beforeEach(() => {
  stored = LEFT;
  outcome = undefined;
  notices = createNotices();
  abandonRun.mockClear();
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
});

it("a run that cannot be gone on with now is offered on", async () => {
  await offer(() => Promise.reject(new Error("no network")));
  vi.spyOn(console, "error").mockImplementation(() => {});
  fireEvent.click(goOnButton());
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  await waitFor(() => expect(goOnButton().getAttribute("aria-busy")).toBe("false"));
  expect(stored).toBe(LEFT);
  vi.restoreAllMocks();
});

const offered = () => notices.list().length > 0;
const goOnButton = () => screen.getByRole("button", { name: "Go on" });

async function offer(ready?: () => Promise<void>) {
  const shown = new Promise<void>((resolve) => {
    showRun = resolve;
  });
  const tools = {
    abandonRun,
    isComplete: async () => false,
    isGoingOn: async () => false,
    storedRun: () => stored,
    storeRun: () => {
      stored = undefined;
    },
  } as unknown as OfferOptions["tools"];
  const goOn = async (run: ResumedRun) => {
    await (ready?.() ?? shown);
    outcome = run.isWanted() ? "shown" : "given up";
    if (outcome === "shown")
      run.replay({ view: () => ({ elements: [], canGoBack: false }), update: () => ({ effects: [] }) });
    return undefined;
  };
  const flow = { id: "f", revision: 1 };
  const withdraw = await offerRun({
    apiBase: "",
    nodeId: "n",
    flow,
    signature: undefined,
    notices,
    tools,
    goOn,
  });
  const [notice] = notices.list();
  if (notice) render(<notice.Content />);
  return withdraw;
}
