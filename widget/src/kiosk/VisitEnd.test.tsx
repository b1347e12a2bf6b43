// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createListeners } from "../basics/listeners";
import type { View } from "../engine/types";
import { VisitEnd } from "./VisitEnd";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("counts down from the end of the flow on, and leaves at once on request", () => {
  const listeners = createListeners();
  let view = { style: "normal" } as View;
  const onDone = vi.fn();
  render(
    <VisitEnd run={{ view: () => view, subscribe: listeners.add }} thankYouMs={10_000} onDone={onDone} />,
  );
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.queryByRole("button")).toBeNull();

  view = { style: "thank_you" } as View;
  act(() => listeners.notify());
  expect(screen.getByText("This page starts over in 10 s")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(3_000));
  expect(screen.getByText("This page starts over in 7 s")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(onDone).toHaveBeenCalledOnce();
});
