// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Problem } from "../http/problem";
import { ConfirmDialog } from "./ConfirmDialog";

afterEach(cleanup);

function start(onConfirm: () => Promise<unknown>) {
  const onCancel = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmDialog
        title="Delete this chat?"
        confirmLabel="Delete"
        isDanger
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        All of it will be gone.
      </ConfirmDialog>
    </QueryClientProvider>,
  );
  return onCancel;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const pressEscape = () => fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" });

it("asks, and does nothing where somebody cancels", () => {
  const onConfirm = vi.fn(async () => {});
  const onCancel = start(onConfirm);
  expect(screen.getByRole("alertdialog", { name: "Delete this chat?" }).textContent).toContain(
    "All of it will be gone.",
  );
  press("Cancel");
  pressEscape();
  expect(onCancel).toHaveBeenCalledTimes(2);
  expect(onConfirm).not.toHaveBeenCalled();
});

it("does it once and stays until it is done", async () => {
  const onConfirm = vi.fn(() => new Promise(() => {}));
  const onCancel = start(onConfirm);
  press("Delete");
  await vi.waitFor(() =>
    expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true),
  );
  press("Delete");
  pressEscape();
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onCancel).not.toHaveBeenCalled();
});

it("says what went wrong, and can be tried again", async () => {
  const onConfirm = vi.fn(() => Promise.reject(new Problem("The disk is full", { code: "x", status: 500 })));
  start(onConfirm);
  press("Delete");
  const problem = await screen.findByRole("alert");
  expect(problem.textContent).toBe("The disk is full");
  expect(screen.getByRole("alertdialog").contains(problem)).toBe(true);
  press("Delete");
  await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledTimes(2));
});
