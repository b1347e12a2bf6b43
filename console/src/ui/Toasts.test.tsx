// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Toast, ToastProvider, useToast } from "./Toasts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let show: (toast: Toast) => void;

function Page() {
  show = useToast();
  return null;
}

function start(...toasts: Toast[]) {
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  );
  act(() => toasts.forEach(show));
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

/** The toast of a text, if it is shown. */
const toast = (text: string) => screen.queryByText(text)?.closest(".toast") ?? null;

it("announces a toast in a region that was there before, and closes it after its time", () => {
  start();
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  act(() => show({ text: "Archived.", seconds: 3 }));
  expect(region.contains(toast("Archived."))).toBe(true);
  pass(2.9);
  expect(toast("Archived.")).not.toBeNull();
  pass(0.1);
  expect(toast("Archived.")).toBeNull();
});

it("gives more time where something can be done", () => {
  start({ text: "Saved." }, { text: "Archived.", action: { label: "Undo", run: () => {} } });
  pass(6);
  expect(toast("Saved.")).toBeNull();
  expect(toast("Archived.")).not.toBeNull();
  pass(4);
  expect(toast("Archived.")).toBeNull();
});

it("stands still as long as the pointer is on it or it has the focus", () => {
  start({ text: "Archived.", seconds: 3, action: { label: "Undo", run: () => {} } });
  const element = toast("Archived.") as Element;
  const undo = screen.getByRole("button", { name: "Undo" });
  pass(2);
  fireEvent.pointerEnter(element);
  pass(60);
  act(() => undo.focus());
  fireEvent.pointerLeave(element);
  pass(60);
  // To another of its buttons.
  act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
  pass(60);
  expect(toast("Archived.")).not.toBeNull();
  act(() => (document.activeElement as HTMLElement).blur());
  pass(0.9);
  expect(toast("Archived.")).not.toBeNull();
  pass(0.1);
  expect(toast("Archived.")).toBeNull();
});

it("does what its action says, once, and closes", () => {
  const run = vi.fn();
  start({ text: "Archived.", action: { label: "Undo", run } });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(run).toHaveBeenCalledOnce();
  expect(toast("Archived.")).toBeNull();
});

it("closes by its button, and by Escape in it", () => {
  start({ text: "One." }, { text: "Two." });
  fireEvent.click(screen.getAllByRole("button", { name: "Dismiss" })[0] as Element);
  expect(toast("One.")).toBeNull();
  fireEvent.keyDown(screen.getByRole("button", { name: "Dismiss" }), { key: "Escape" });
  expect(toast("Two.")).toBeNull();
});

it("gives the focus back to what had it", () => {
  start({ text: "One." }, { text: "Two." });
  const button = document.body.appendChild(document.createElement("button"));
  act(() => button.focus());
  const [first, second] = screen.getAllByRole("button", { name: "Dismiss" });
  act(() => first?.focus());
  act(() => second?.focus());
  fireEvent.click(second as Element);
  expect(document.activeElement).toBe(button);
  button.remove();
});

it("shows the latest three", () => {
  start({ text: "One." }, { text: "Two." }, { text: "Three." }, { text: "Four." });
  expect(["One.", "Two.", "Three.", "Four."].map((text) => toast(text) !== null)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
