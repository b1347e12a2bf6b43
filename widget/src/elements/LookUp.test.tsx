// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LookUpStep } from "../engine/types";
import { LookUp } from "./LookUp";

const onLookUp = vi.fn();

afterEach(() => {
  cleanup();
  onLookUp.mockClear();
});

function renderLookUp(step: LookUpStep) {
  render(
    <LookUp step={step} onLookUp={onLookUp}>
      <input aria-label="Order" />
      <input aria-label="Other" />
      <textarea aria-label="Note" />
    </LookUp>,
  );
  return screen.getByLabelText("Order");
}

describe("a look-up starts", () => {
  it("when the focus leaves the question, but not within it", () => {
    const input = renderLookUp("unasked");
    fireEvent.blur(input, { relatedTarget: screen.getByLabelText("Other") });
    expect(onLookUp).not.toHaveBeenCalled();
    fireEvent.blur(input, { relatedTarget: null });
    expect(onLookUp).toHaveBeenCalledOnce();
  });

  it.each<LookUpStep>(["loading", "found", "nothing", "failed"])("only once for an answer: %s", (step) => {
    fireEvent.blur(renderLookUp(step), { relatedTarget: null });
    expect(onLookUp).not.toHaveBeenCalled();
  });

  it("on Enter in an input, again if the visitor insists", () => {
    fireEvent.keyDown(renderLookUp("nothing"), { key: "Enter" });
    expect(onLookUp).toHaveBeenCalledOnce();
    fireEvent.keyDown(screen.getByLabelText("Note"), { key: "Enter" });
    fireEvent.keyDown(screen.getByLabelText("Order"), { key: "Enter", isComposing: true });
    fireEvent.keyDown(screen.getByLabelText("Order"), { key: "Enter", keyCode: 229 });
    fireEvent.keyDown(screen.getByLabelText("Order"), { key: "a" });
    expect(onLookUp).toHaveBeenCalledOnce();
  });

  it("not while one is under way", () => {
    fireEvent.keyDown(renderLookUp("loading"), { key: "Enter" });
    expect(onLookUp).not.toHaveBeenCalled();
  });

  it("again with the button after a failure", () => {
    renderLookUp("failed");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(onLookUp).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByLabelText("Order"));
  });
});

it.each<[LookUpStep, string]>([
  ["unasked", ""],
  ["loading", "Looking up…"],
  ["found", "Details found and filled in."],
  ["nothing", "No details found for this answer."],
  ["failed", ""],
])("says how far it is: %s", (step, status) => {
  renderLookUp(step);
  expect(screen.getByRole("status").textContent).toBe(status);
});
