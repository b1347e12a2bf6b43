// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Style } from "../engine/types";
import { OPTIONS, onAnswer, option, renderQuestion } from "./testQuestion";

describe("a dropdown", () => {
  it("sends the selected option, and clears the answer for the placeholder", () => {
    renderQuestion({ style: "dropdown", options: OPTIONS });
    const select = screen.getByRole("combobox", { name: "Well?" });
    expect(within(select).getAllByRole("option")[0]?.textContent).toBe("Please select");
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

describe("a dropdown of twelve options", () => {
  const options = Array.from({ length: 12 }, (_, at) => ({ id: `o${at}`, label: `Town ${at}` }));
  const key = (name: string) => fireEvent.keyDown(screen.getByRole("combobox"), { key: name });
  const active = () =>
    document.getElementById(screen.getByRole("combobox").getAttribute("aria-activedescendant") ?? "")
      ?.textContent;

  it("is opened, moved through and answered with the keys", () => {
    renderQuestion({ style: "dropdown", options, answer: { optionIds: ["o3"] } });
    const input = screen.getByRole<HTMLInputElement>("combobox", { name: "Well?" });
    expect([input.value, input.getAttribute("aria-expanded")]).toEqual(["Town 3", "false"]);
    key("ArrowDown");
    expect(active()).toBe("Town 3");
    key("ArrowUp");
    key("ArrowUp");
    key("ArrowUp");
    key("ArrowUp");
    expect(active()).toBe("Town 11");
    fireEvent.keyDown(input, { key: "Enter", keyCode: 229 });
    expect(onAnswer).not.toHaveBeenCalled();
    key("Enter");
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["o11"] });
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("is searched; what is found is announced, and nothing too", () => {
    renderQuestion({ style: "dropdown", options });
    const input = screen.getByRole("combobox");
    fireEvent.click(input);
    fireEvent.change(input, { target: { value: "town 1" } });
    expect(screen.getByRole("status").textContent).toBe("3 options found");
    fireEvent.change(input, { target: { value: "village" } });
    expect(screen.getByRole("status").textContent).toBe("No matching options.");
    key("Enter");
    key("Escape");
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it("takes several options, which are removed by their buttons or the backspace key", () => {
    const several = { style: "dropdown", options, multiSelect: true } as const;
    const rerender = renderQuestion(several);
    fireEvent.click(screen.getByRole("combobox"));
    fireEvent.click(screen.getByRole("option", { name: "Town 5" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["o5"] });
    rerender({ ...several, answer: { optionIds: ["o5", "o6"] } });
    expect(screen.getByRole("listbox").getAttribute("aria-multiselectable")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Remove: Town 5" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["o6"] });
    key("Backspace");
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["o5"] });
  });
});

it.each(["radio", "checklist", "dropdown"] as const)("an option of a %s asks for its text", (style) => {
  const options = [...OPTIONS, { ...option("o", "Other"), asksForText: true }];
  const rerender = renderQuestion({ style, options, answer: { optionIds: ["a"] } });
  expect(screen.queryByRole("textbox")).toBeNull();
  rerender({ style, options, answer: { optionIds: ["o"] } });
  fireEvent.change(screen.getByRole("textbox", { name: "Other: Please specify" }), {
    target: { value: "Kale" },
  });
  expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["o"], otherText: "Kale" });
});

it("a dynamic choice without options says so", () => {
  const rerender = renderQuestion({ style: "dynamic_multiple_choice" });
  expect(screen.getByText("No options available yet.")).toBeTruthy();
  rerender({ style: "dynamic_multiple_choice", lookUp: "loading" });
  expect(screen.getByText("Looking up…").getAttribute("aria-busy")).toBe("true");
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
  renderQuestion({
    style: "dynamic_multiple_value",
    multiSelect: true,
    options: OPTIONS,
    answer: { optionIds: ["a"] },
  });
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

describe("a checklist with an exclusive option", () => {
  const options = [
    { id: "a", label: "Tea" },
    { id: "b", label: "Cake" },
    { id: "none", label: "None of these", isExclusive: true },
  ];

  it("announces what is selected, since a press may deselect the others", () => {
    renderQuestion({ style: "checklist", options, answer: { optionIds: ["a", "b"] } });
    expect(screen.getByRole("status").textContent).toBe("Tea, Cake");
    fireEvent.click(screen.getByLabelText("None of these"));
    // The engine decides which of them stay.
    expect(onAnswer).toHaveBeenLastCalledWith({ optionIds: ["a", "b", "none"] });
  });

  it("is silent without such an option", () => {
    renderQuestion({ style: "checklist", options: options.slice(0, 2), answer: { optionIds: ["a"] } });
    expect(screen.queryByRole("status")).toBeNull();
  });
});
