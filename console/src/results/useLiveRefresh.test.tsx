// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeSocket } from "../live/fakeSocket";
import { LiveProvider } from "../live/LiveProvider";
import { renderSignedIn } from "../session/renderSignedIn";
import { RESULTS_KEY } from "./queries";
import { useLiveRefresh } from "./useLiveRefresh";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const load = vi.fn<() => Promise<number>>();

function Results() {
  const { data } = useQuery({ queryKey: [RESULTS_KEY, "f1"], queryFn: load });
  const { hasNew } = useLiveRefresh("f1");
  return <p>{`${data ?? "no"} feedbacks${hasNew ? ", and more" : ""}`}</p>;
}

async function start() {
  const socket = fakeSocket();
  const open = async () => socket;
  renderSignedIn(
    <LiveProvider of="1" open={open}>
      <Results />
    </LiveProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  return socket;
}

it("counts what came after the figures were loaded and before events did, without a word", async () => {
  load.mockReset().mockResolvedValueOnce(1).mockResolvedValue(2);
  const socket = await start();
  expect(screen.getByText("1 feedbacks")).toBeTruthy();
  act(() => socket.receive("connect"));
  expect(screen.getByText("1 feedbacks")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText("2 feedbacks")).toBeTruthy();
});

it("leaves figures that failed to load until somebody asks for them", async () => {
  load.mockReset().mockRejectedValue(new Error("It broke."));
  const socket = await start();
  act(() => socket.receive("connect"));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(load).toHaveBeenCalledTimes(1);
});

it("says that there is more after a connection was lost", async () => {
  load.mockReset().mockResolvedValue(1);
  const socket = await start();
  act(() => socket.receive("connect"));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  act(() => socket.receive("disconnect", "transport close"));
  act(() => socket.receive("connect"));
  expect(screen.getByText("1 feedbacks, and more")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByText("1 feedbacks")).toBeTruthy();
});
