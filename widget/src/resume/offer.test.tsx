// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { View } from "../engine/types";
import { createNotices, type Notices } from "../run/notices";
import type { Place } from "../run/place";
import type { StoredRun } from "../run/storedRuns";
import { type LeftRunOffer, type OfferOptions, offerRun } from "./offer";
import type { GoOn } from "./resumedRun";

const LEFT: StoredRun = { id: "left", revision: 1, seed: 7, savedAt: 0, events: [] };
const ELSEWHERE = "You are answering this form in another tab. Close that tab to continue here.";

const abandonRun = vi.fn(async () => {});
const leaveRun = vi.fn();
const onSeed = vi.fn();
const startOver = vi.fn(async () => {});
/** Whether another tab continues with the run. */
let isElsewhere: boolean;
/** Whether the run was answered to the end. */
let isComplete: boolean;
let stored: StoredRun | undefined;
/** Shows the run, as soon as the page is ready for it. */
let showRun: () => void;
/** What has happened to the run: `undefined` until the page is ready for it. */
let outcome: "shown" | "given up" | undefined;
let notices: Notices;
/** The page that the run is on, and what its listeners are. */
let view: Pick<View, "style" | "stateId" | "progress">;
let listeners: (() => void)[];
let place: Place | undefined;

beforeEach(() => {
  stored = LEFT;
  isElsewhere = isComplete = false;
  outcome = place = undefined;
  view = { style: "normal", stateId: "second" };
  listeners = [];
  notices = createNotices();
  for (const mock of [abandonRun, onSeed, leaveRun, startOver]) mock.mockClear();
});
afterEach(cleanup);

describe("a run that was left", () => {
  it("continues by itself; until it is there, the visitor can start over", async () => {
    const { taken } = await offer();
    expect(goOnButton().getAttribute("aria-busy")).toBe("true");
    showRun();
    await taken;
    expect(outcome).toBe("shown");
    expect(shown()).toEqual(["WelcomeBack"]);
    expect(abandonRun).not.toHaveBeenCalled();
  });

  it("is given up, and not shown, once the visitor has begun another one", async () => {
    const { taken, withdraw } = await offer();
    withdraw();
    showRun();
    await taken;
    await waitFor(() => expect(abandonRun).toHaveBeenCalledWith("left"));
    expect([outcome, shown(), stored]).toEqual(["given up", [], undefined]);
    expect(leaveRun).toHaveBeenCalledWith("left");
  });

  it("is offered where it cannot be continued now", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let isThere = false;
    const { taken } = await offer(() =>
      isThere ? Promise.resolve() : Promise.reject(new Error("no network")),
    );
    await taken;
    await waitFor(() => expect(goOnButton().getAttribute("aria-busy")).toBe("false"));
    expect(stored).toBe(LEFT);
    expect(leaveRun).toHaveBeenCalledWith("left");

    isThere = true;
    fireEvent.click(goOnButton());
    await waitFor(() => expect(outcome).toBe("shown"));
    vi.restoreAllMocks();
  });

  it("that another tab has taken meanwhile continues when that tab is closed", async () => {
    isElsewhere = true;
    await offer();
    await screen.findByText(ELSEWHERE);
    expect(outcome).toBeUndefined();

    isElsewhere = false;
    stored = { ...LEFT, savedAt: 1 };
    showRun();
    fireEvent.click(goOnButton());
    await waitFor(() => expect(outcome).toBe("shown"));
    expect(goneOnWith).toBe(stored);
  });

  it("is left alone by who starts over while another tab continues with it", async () => {
    isElsewhere = true;
    const { withdraw } = await offer();
    await screen.findByText(ELSEWHERE);
    withdraw();
    await waitFor(() => expect(shown()).toEqual([]));
    expect(stored).toBe(LEFT);
    expect(abandonRun).not.toHaveBeenCalled();
  });

  it.each([
    ["started over", () => (stored = undefined)],
    ["answered to the end", () => (isComplete = true)],
  ])("that was %s in another tab does not continue", async (_, end) => {
    onTake = end;
    const { taken } = await offer();
    await taken;
    expect([shown(), outcome]).toEqual([[], undefined]);
    expect(leaveRun).toHaveBeenCalledWith("left");
  });

  it.each([
    ["is there", () => {}, [[7]]],
    ["has ended", () => (isComplete = true), []],
    ["is not there", () => (stored = undefined), []],
  ])("gives the page its order if it %s", async (_, change, calls) => {
    change();
    await offer();
    expect(onSeed.mock.calls).toEqual(calls);
  });
});

describe("the line above a run that continues", () => {
  it.each([
    [{ question: 2, count: 9 }, undefined, "Welcome back. You are at question 2 of 9."],
    [undefined, { style: "bar", page: 2, pages: 3 } as const, "Welcome back. You are at page 2 of 3."],
    [undefined, undefined, "Welcome back. You are where you left off."],
  ])("says where that is: %j, %j", async (at, progress, text) => {
    place = at;
    if (progress) view = { ...view, progress };
    await continueRun();
    expect(screen.getByRole("status").textContent).toBe(text);
  });

  it("stays while the visitor answers, until the page changes", async () => {
    await continueRun();
    for (const listener of listeners) listener();
    expect(shown()).toEqual(["WelcomeBack"]);
    view = { ...view, stateId: "third" };
    for (const listener of listeners) listener();
    expect(shown()).toEqual([]);
  });

  it("starts over: another run is there before this one is given up, which is not stored again", async () => {
    await continueRun();
    let storedThen: StoredRun | undefined;
    startOver.mockImplementationOnce(async () => {
      storedThen = stored;
    });
    fireEvent.click(screen.getByRole("button", { name: "Start over" }));
    await waitFor(() => expect(abandonRun).toHaveBeenCalledWith("left"));
    expect([storedThen, stored]).toEqual([LEFT, undefined]);
  });

  it("is not there where nothing is left to answer", async () => {
    view = { style: "thank_you" };
    await continueRun();
    expect(shown()).toEqual([]);
  });
});

/** The run with which the page has continued. */
let goneOnWith: StoredRun | undefined;
/** What happens in another tab until this page has the run. */
let onTake: () => void = () => {};
afterEach(() => {
  onTake = () => {};
});

const shown = () => notices.list().map(({ Content }) => Content.displayName);
const goOnButton = () => screen.getByRole("button", { name: "Continue" });

/** Lets the run continue and draws what the page says then. */
async function continueRun() {
  const { taken } = await offer();
  showRun();
  await taken;
  cleanup();
  draw();
}

function draw() {
  const [notice] = notices.list();
  if (notice) render(<notice.Content />);
}

async function offer(ready?: () => Promise<void>): Promise<LeftRunOffer> {
  const isShown = new Promise<void>((resolve) => {
    showRun = resolve;
  });
  const tools = {
    abandonRun,
    isComplete: async () => isComplete,
    isGoingOn: async () => false,
    leaveRun,
    takeRun: async () => {
      onTake();
      return !isElsewhere;
    },
    storedRun: () => stored,
    storeRun: () => {
      stored = undefined;
    },
  } as unknown as OfferOptions["tools"];
  const goOn: GoOn = async (run) => {
    await (ready?.() ?? isShown);
    outcome = run.isWanted() ? "shown" : "given up";
    if (outcome !== "shown") return undefined;
    goneOnWith = run.stored;
    run.replay({ view: () => ({ elements: [], canGoBack: false }), update: () => ({ effects: [] }) });
    const subscribe = (listener: () => void) => {
      listeners.push(listener);
      return () => {};
    };
    return {
      run: { view: () => view as View, round: () => 1, subscribe },
      place: () => place,
      startOver,
    };
  };
  const flow = { id: "f", revision: 1 };
  const made = await offerRun({
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
  draw();
  return made ?? { taken: Promise.resolve(), withdraw() {} };
}
