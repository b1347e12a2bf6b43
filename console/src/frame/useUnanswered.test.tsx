// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeSocket } from "../live/fakeSocket";
import { LiveProvider } from "../live/LiveProvider";
import { renderSignedIn } from "../session/renderSignedIn";
import { useUnanswered } from "./useUnanswered";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("waits for a slow count, however many changes come, and counts once more after it", async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      answers.push(resolve);
      signal?.addEventListener("abort", () => reject(new Error("It was given up.")));
    });
  });
  const socket = fakeSocket();
  const open = async () => socket;
  const Probe = () => <p>{useUnanswered()}</p>;
  renderSignedIn(
    <LiveProvider of="1" open={open}>
      <Probe />
    </LiveProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(async () => socket.receive("connect"));
  for (let second = 0; second < 10; second += 1) {
    socket.receive("inbox_changed", {});
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  expect(answers).toHaveLength(1);
  const count = { count: 3, unanswered: 3 };
  answers[0]?.(Response.json({ mine: count, nobody: count, all: count }));
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText("6")).toBeTruthy();
  expect(answers).toHaveLength(2);
});
