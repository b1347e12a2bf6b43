// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadEngineForTests, repositoryFile } from "../engine/loadForTests";
import type { FlowEffect } from "../engine/types";
import { startFlowRun } from "../run/flowRun";
import { useFlow } from "../run/useFlow";
import { createUnsubscribe } from "./requestUnsubscription";
import { Unsubscribe } from "./Unsubscribe";

const engine = loadEngineForTests();
const FLOW = repositoryFile("examples/flows/demo-flow.json");

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("unsubscribing", () => {
  it("asks first, and can be called off", () => {
    const { effects } = show();
    fireEvent.click(screen.getByRole("button", { name: "Unsubscribe" }));
    expect(screen.getByRole("heading", { name: "Stop receiving text messages?" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(effects).toEqual([]);
  });

  it("says that it is done, where the focus is", () => {
    const { effects, completes } = show();
    ask();
    expect(effects).toMatchObject([{ type: "unsubscribe", channel: "sms", nodeId: "n" }]);
    expect(screen.getByRole("button", { name: "Unsubscribe" }).getAttribute("aria-disabled")).toBe("true");
    completes(200);
    expect(document.activeElement?.textContent).toBe("You will no longer receive text messages.");
    expect(screen.queryByRole("button", { name: "Unsubscribe" })).toBeNull();
  });

  it("says that it has failed, and can be tried again", () => {
    const { completes } = show();
    ask();
    completes(0);
    expect(screen.getByRole("alert").textContent).toBe("Something went wrong. Please try again later.");
    ask();
    completes(200);
    expect(screen.getByRole("alert").textContent).toBe("");
    expect(screen.getByText("You will no longer receive text messages.")).toBeTruthy();
  });
});

describe("the request", () => {
  const invitation = { channel: "sms" as const, tracking: { sdi: "1", sci: "2" } };

  it("names the invitation and carries the link's signature", async () => {
    const fetched = vi.fn().mockResolvedValue(new Response('{"channel": "sms"}'));
    vi.stubGlobal("fetch", fetched);
    const unsubscribe = createUnsubscribe("https://pulsen.example", "n/1", invitation, "h.p.s");
    expect(await unsubscribe("sms")).toBe(200);
    const [address, { headers, body }] = fetched.mock.calls[0] ?? [];
    expect(address).toBe("https://pulsen.example/v1/nodes/n%2F1/unsubscriptions");
    expect(headers["X-Signature"]).toBe("h.p.s");
    expect(JSON.parse(body)).toEqual({ ...invitation, device_id: expect.any(String) });
    expect(await unsubscribe("whatsapp"), "another channel").toBe(0);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("that fails has its status, or 0 without a response", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const unsubscribe = createUnsubscribe("", "n", invitation, undefined);
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response("{}", { status: 404 })));
    expect(await unsubscribe("sms")).toBe(404);
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("offline")));
    expect(await unsubscribe("sms")).toBe(0);
  });
});

function ask() {
  fireEvent.click(screen.getByRole("button", { name: "Unsubscribe" }));
  fireEvent.click(screen.getAllByRole("button", { name: "Unsubscribe" })[1] as HTMLElement);
}

/** Renders the control with the real engine. Effects are recorded; the test sends their results. */
function show() {
  const effects: FlowEffect[] = [];
  const session = engine.startSession(FLOW, { now: 0, node: { id: "n" }, deviceId: "d" } as never);
  const run = startFlowRun({ session, perform: (effect) => effects.push(effect) }, () => 0);
  function Control() {
    return <Unsubscribe channel="sms" view={useFlow(run)} send={run.send} />;
  }
  render(<Control />);
  return {
    effects,
    completes(status: number) {
      act(() => run.send({ type: "unsubscribed", channel: "sms", status }));
    },
  };
}
