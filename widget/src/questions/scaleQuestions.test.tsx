// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { onAnswer, renderQuestion } from "./testQuestion";

describe("a slider", () => {
  it("has no answer until it is used; a click on the resting thumb answers", () => {
    renderQuestion({ style: "slider", min: 0, max: 100 });
    const slider = screen.getByRole("slider", { name: "Well?" });
    expect(slider.getAttribute("aria-valuetext")).toBe("No answer yet");
    expect(onAnswer).not.toHaveBeenCalled();
    fireEvent.click(slider);
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 50 });
  });

  it("includes the labels of its ends in the value text", () => {
    renderQuestion({ style: "slider", min: 0, max: 10, maxLabel: "Sure", answer: { number: 10 } });
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("10, Sure");
    fireEvent.change(screen.getByRole("slider"), { target: { value: "4" } });
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 4 });
  });
});

describe("a scale", () => {
  it("of stars is a group of radio buttons labeled with the number of stars", () => {
    renderQuestion({ style: "star", min: 1, max: 5, minLabel: "Poor", required: true });
    expect(screen.getByRole("radiogroup", { name: /Well/ }).getAttribute("aria-required")).toBe("true");
    expect(screen.getByRole("radio", { name: "1 of 5, Poor" })).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "4 of 5" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 4 });
  });

  it("of stars has a star for each step", () => {
    renderQuestion({ style: "star", min: 1, max: 9, step: 2, maxLabel: "Great" });
    const names = screen.getAllByRole("radio").map((radio) => radio.getAttribute("aria-label"));
    expect(names).toEqual(["1 of 9", "3 of 9", "5 of 9", "7 of 9", "9 of 9, Great"]);
  });

  it("of stars ends at its last step, where `max` is between two", () => {
    renderQuestion({ style: "star", min: 1, max: 6, step: 2, maxLabel: "Great" });
    const names = screen.getAllByRole("radio").map((radio) => radio.getAttribute("aria-label"));
    expect(names).toEqual(["1 of 5", "3 of 5", "5 of 5, Great"]);
  });

  it("with a step of its own has no floating-point errors", () => {
    renderQuestion({ style: "custom_score", min: 0, max: 0.5, step: 0.1 });
    const names = screen.getAllByRole("radio").map((radio) => radio.getAttribute("aria-label"));
    expect(names).toEqual(["0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
  });

  it("with too many steps is typed", () => {
    renderQuestion({ style: "custom_score", min: 0, max: 21 });
    expect(screen.queryByRole("radio")).toBeNull();
  });

  it("of stars has halves where its step is 0.5", () => {
    renderQuestion({ style: "star", min: 0.5, max: 5, step: 0.5, answer: { number: 3.5 } });
    expect(document.querySelectorAll(".star")).toHaveLength(5);
    expect(document.querySelectorAll(".star--filled")).toHaveLength(3);
    expect(document.querySelectorAll(".star__icon--half")).toHaveLength(1);
    fireEvent.click(screen.getByRole("radio", { name: "4.5 of 5" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 4.5 });
  });
});
