// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { changeKiosk } from "./kioskRecord";
import type { OutboxPart, Queue } from "./queue";
import { StaffPage } from "./StaffPage";

beforeEach(() => {
  cleanup();
  window.localStorage.clear();
});

it("shows the device's id as soon as it is known", () => {
  const summary = { waiting: 0, sent: [], refused: [] };
  const queue = { summary: () => summary, subscribe: () => () => {} } as unknown as Queue;
  const part = { LazyRefused: () => null } as unknown as OutboxPart;
  const { container } = render(<StaffPage queue={queue} part={part} onBack={() => {}} onLeave={() => {}} />);
  expect(container.querySelector(".kiosk__device")).toBeNull();
  act(() => changeKiosk({ deviceHash: "hash" }));
  expect(screen.getByText("hash").closest(".kiosk__device")).not.toBeNull();
});
