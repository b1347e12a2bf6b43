// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { OPTIONS, onAnswer, renderQuestion } from "./testQuestion";

describe("a ranking", () => {
  it("gives a pressed option the next place, announces it, and focuses the next option", () => {
    const rerender = renderQuestion({ style: "ranking", options: OPTIONS });
    fireEvent.click(screen.getByRole("button", { name: "Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ ranking: ["b"] });
    expect(screen.getByRole("status").textContent).toBe("Beans: place 1 of 3");
    rerender({ style: "ranking", options: OPTIONS, answer: { ranking: ["b"] } });
    expect(document.activeElement?.textContent).toBe("Corn");
  });

  it("is changed with buttons and arrow keys; the focus stays on the moved option", () => {
    const rerender = renderQuestion({
      style: "ranking",
      options: OPTIONS,
      answer: { ranking: ["a", "b", "c"] },
    });
    fireEvent.click(screen.getByRole("button", { name: "Move down: Apples" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ ranking: ["b", "a", "c"] });
    rerender({ style: "ranking", options: OPTIONS, answer: { ranking: ["b", "a", "c"] } });
    const moved = screen.getByRole("button", { name: "Move down: Apples" });
    expect(document.activeElement).toBe(moved);
    fireEvent.keyDown(moved, { key: "ArrowUp" });
    expect(onAnswer).toHaveBeenLastCalledWith({ ranking: ["a", "b", "c"] });
  });

  it("does not move an option past the ends", () => {
    renderQuestion({ style: "ranking", options: OPTIONS, answer: { ranking: ["a", "b"] } });
    const up = screen.getByRole("button", { name: "Move up: Apples" });
    expect(up.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(up);
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it("without a ranked option has no answer", () => {
    renderQuestion({ style: "ranking", options: OPTIONS, answer: { ranking: ["a"] } });
    fireEvent.click(screen.getByRole("button", { name: "Remove: Apples" }));
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });
});
