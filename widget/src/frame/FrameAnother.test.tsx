// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { embedFlow } from "../boot/bootForTests";
import { loadEngineForTests } from "../engine/loadForTests";
import { removeEntry } from "../storage/localStore";
import { demoNode, showFrame } from "./frameForTests";

vi.mock("../engine/engine", async (original) => ({
  ...(await original<typeof import("../engine/engine")>()),
  loadEngine: async () => loadEngineForTests(),
}));

configure({ asyncUtilTimeout: 20_000 });

const fetched = vi.fn();
const HOST = "https://host.example/";

beforeEach(() => {
  removeEntry("FLOW/widget");
  let id = 0;
  fetched.mockImplementation(async () => {
    id += 1;
    return new Response(JSON.stringify({ id: `f-${id}` }), {
      headers: { "content-type": "application/json" },
    });
  });
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function show(hello = {}, node = {}) {
  // Two pages: a score, and thanks.
  const flow = embedFlow("engine/fixtures/flows/store.json");
  return showFrame(hello, { flow, node: { ...demoNode(), prevent_multiple_feedback: false, ...node } });
}

const score = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });

/** Gives the feedback. */
async function complete(answer: string) {
  fireEvent.click(await score(answer));
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByText("Thank you!");
}

/** The feedback that was sent, with its headers. */
function sentFeedback() {
  const calls = fetched.mock.calls.filter(([address]) => String(address).endsWith("/v1/feedbacks"));
  return calls.map(([, { body, headers }]) => ({ ...JSON.parse(body), headers }));
}

describe("another feedback", () => {
  it("begins with the button of the thank-you page, without what the one before has left", async () => {
    show();
    await complete("9");
    fireEvent.click(screen.getByRole("button", { name: "New feedback" }));
    expect((await score("9")).checked).toBe(false);
    expect(screen.queryByText("Thank you!")).toBeNull();
    await complete("3");
    const [first, second] = sentFeedback();
    expect(first.responses).toEqual([{ question_id: "q-rating", body: "9" }]);
    expect(second.responses).toEqual([{ question_id: "q-rating", body: "3" }]);
    expect(second.headers["Idempotency-Key"]).not.toBe(first.headers["Idempotency-Key"]);
    expect(second.headers).not.toHaveProperty("X-FID");
  });

  it("begins when the finished widget is opened again, at the host's present address", async () => {
    const { tell } = show({ query: "sdi=1&sci=2" });
    await complete("9");
    const query = "edi=3&eci=4";
    tell({ type: "address", originUrl: `${HOST}second?${query}`, query });
    expect(screen.getByText("Thank you!")).toBeTruthy();
    tell({ type: "visibility", open: true });
    expect((await score("9")).checked).toBe(false);
    await complete("3");
    const [first, second] = sentFeedback();
    expect(first.headers).toMatchObject({ "X-SDI": "1", "X-SCI": "2" });
    expect(second.headers).toMatchObject({ "X-EDI": "3", "X-ECI": "4" });
    expect(second.headers).not.toHaveProperty("X-SDI");
    expect(second.origin_url).toBe(`${HOST}second?${query}`);
  });

  it("begins in a part of the host's page when the host has another address", async () => {
    const { tell } = show({ inline: { header: false } });
    await complete("9");
    tell({ type: "address", originUrl: `${HOST}second`, query: "" });
    expect((await score("9")).checked).toBe(false);
  });

  it("does not begin over one that is not finished", async () => {
    const { tell } = show();
    fireEvent.click(await score("9"));
    tell({ type: "address", originUrl: `${HOST}second`, query: "" });
    tell({ type: "visibility", open: true });
    expect((await score("9")).checked).toBe(true);
  });

  it("does not begin where the node takes one of each visitor", async () => {
    const { tell } = show({}, { prevent_multiple_feedback: true });
    await complete("9");
    expect(screen.queryByRole("button", { name: "New feedback" })).toBeNull();
    tell({ type: "visibility", open: true });
    expect(screen.getByText("Thank you!")).toBeTruthy();
  });
});
