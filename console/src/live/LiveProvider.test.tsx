// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isReachable } from "../http/reach";
import { renderSignedIn } from "../session/renderSignedIn";
import { sessionQuery } from "../session/session";
import { fakeSocket } from "./fakeSocket";
import { LiveProvider, useLive, useLiveCatchUp, useLiveEvent, useLiveGap } from "./LiveProvider";

const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  asked.mockReset().mockImplementation(async () => new Response("{}"));
  vi.stubGlobal("fetch", asked);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Listener() {
  const { isConnected } = useLive();
  const [last, setLast] = useState("nothing");
  const [gaps, setGaps] = useState(0);
  useLiveEvent("chat_erased", ({ feedback_id }) => setLast(feedback_id));
  useLiveGap(() => setGaps(gaps + 1));
  return <p>{`${isConnected ? "connected" : "apart"}, ${last}, ${gaps}`}</p>;
}

function Page({ open }: { open: () => Promise<ReturnType<typeof fakeSocket>> }) {
  const [isSignedIn, setSignedIn] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setSignedIn(false)}>
        End
      </button>
      {isSignedIn && (
        <LiveProvider of="1" open={open}>
          <Listener />
        </LiveProvider>
      )}
    </>
  );
}

it("draws what arrives, and ends with the session", async () => {
  const socket = fakeSocket();
  const open = async () => socket;
  renderSignedIn(<Page open={open} />);
  expect(screen.getByText("apart, nothing, 0")).toBeTruthy();
  await act(async () => {});
  act(() => socket.receive("connect"));
  expect(screen.getByText("connected, nothing, 1")).toBeTruthy();
  act(() => socket.receive("chat_erased", { feedback_id: "f1", node_id: "n1" }));
  expect(screen.getByText("connected, f1, 1")).toBeTruthy();
  act(() => socket.receive("disconnect", "ping timeout"));
  act(() => socket.receive("connect"));
  expect(screen.getByText("connected, f1, 2")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "End" }));
  expect(socket.connected).toBe(false);
});

function LateListener({ onCatchUp }: { onCatchUp: () => void }) {
  const { isConnected } = useLive();
  return isConnected && <Late onCatchUp={onCatchUp} />;
}

function Late({ onCatchUp }: { onCatchUp: () => void }) {
  useLiveCatchUp(onCatchUp);
  return null;
}

it("lets what is drawn later catch up at once, and after each gap", async () => {
  const socket = fakeSocket();
  const open = async () => socket;
  const onCatchUp = vi.fn();
  renderSignedIn(
    <LiveProvider of="1" open={open}>
      <LateListener onCatchUp={onCatchUp} />
    </LiveProvider>,
  );
  await act(async () => {});
  act(() => socket.receive("connect"));
  expect(onCatchUp).toHaveBeenCalledTimes(1);
  act(() => socket.receive("connect"));
  expect(onCatchUp).toHaveBeenCalledTimes(2);
});

it("asks who is signed in where the server does not take the session", async () => {
  const socket = fakeSocket();
  socket.answer = { ok: false, code: "invalid_token" };
  const open = async () => socket;
  const queries = renderSignedIn(<Page open={open} />);
  await act(async () => {});
  act(() => socket.receive("connect"));
  expect(queries.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true);
});

it("asks the server whether it is still there where the events end", async () => {
  const socket = fakeSocket();
  const open = async () => socket;
  renderSignedIn(<Page open={open} />);
  await act(async () => {});
  act(() => socket.receive("connect"));
  expect(asked).not.toHaveBeenCalled();
  await act(async () => socket.receive("disconnect", "transport close"));
  expect(asked).toHaveBeenCalledTimes(1);
  expect(isReachable()).toBe(true);
  act(() => socket.receive("connect"));
  asked.mockImplementation(() => Promise.reject(new TypeError("Failed to fetch")));
  await act(async () => socket.receive("disconnect", "transport close"));
  expect(isReachable()).toBe(false);
  asked.mockImplementation(async () => new Response("{}"));
  await act(async () => socket.receive("connect_error"));
  expect(isReachable()).toBe(true);
});

it("does nothing outside of a session", () => {
  renderSignedIn(<Listener />);
  expect(screen.getByText("apart, nothing, 0")).toBeTruthy();
});
