// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Style } from "../engine/types";
import { OPTIONS, onAnswer, renderQuestion } from "./testQuestion";

describe("a dropdown", () => {
  it("sends the selected option, and clears the answer for the placeholder", () => {
    renderQuestion({ style: "dropdown", options: OPTIONS });
    const select = screen.getByRole("combobox", { name: "Well?" });
    expect(within(select).getAllByRole("option")[0]?.textContent).toBe("Please Select");
    fireEvent.change(select, { target: { value: "b" } });
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["b"] });
    fireEvent.change(select, { target: { value: "" } });
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });

  it("with several selectable options is a checklist", () => {
    renderQuestion({ style: "dropdown", options: OPTIONS, multiSelect: true });
    expect(screen.getAllByRole("checkbox")).toHaveLength(3);
  });
});

it.each<Style>(["gender", "dynamic_multiple_choice", "customer_schema"])(
  "%s selects one of its options",
  (style) => {
    renderQuestion({ style, options: OPTIONS });
    fireEvent.click(screen.getByRole("radio", { name: "Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["b"] });
  },
);

it("dynamic_multiple_value selects any number of its options", () => {
  renderQuestion({ style: "dynamic_multiple_value", options: OPTIONS, answer: { optionIds: ["a"] } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Beans" }));
  expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["a", "b"] });
});

it("an agreement is a checkbox labeled with the question; unchecked it has no answer", () => {
  const rerender = renderQuestion({ style: "agreement", required: true, error: "Please do" });
  const box = screen.getByRole("checkbox", { name: /Well/ });
  expect(box.getAttribute("aria-required")).toBe("true");
  expect(document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Please do");
  fireEvent.click(box);
  expect(onAnswer).toHaveBeenLastCalledWith({ checked: true });
  rerender({ style: "agreement", answer: { checked: true } });
  fireEvent.click(box);
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});
