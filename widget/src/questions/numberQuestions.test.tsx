// @vitest-environment happy-dom
import { fireEvent } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Style } from "../engine/types";
import { control, fill, onAnswer, renderQuestion } from "./testQuestion";

describe("a typed number", () => {
  it.each<Style>(["numeric", "age", "custom_score"])("with the style %s is sent as a number", (style) => {
    const rerender = renderQuestion({ style });
    fill("42");
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 42 });
    rerender({ style, answer: { number: 42 } });
    fill("");
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });

  it.each([
    ["1,5", 1.5],
    ["-3", -3],
    ["٤٢", 42],
    [".5", 0.5],
    ["1,500", 1500],
  ])("is parsed from %s", (typed, number) => {
    renderQuestion({ style: "numeric" });
    fill(typed);
    expect(onAnswer).toHaveBeenLastCalledWith({ number });
  });

  it.each(["-", "abc", "1e3", "12 kg", "1-2", "10²", "1000,000"])(
    "that is none stays as it is: %s",
    (typed) => {
      const rerender = renderQuestion({ style: "numeric", answer: { number: 7 } });
      fill(typed);
      expect(onAnswer).toHaveBeenLastCalledWith({ text: typed });
      rerender({ style: "numeric", answer: { text: typed } });
      expect(control().value).toBe(typed);
      fireEvent.blur(control());
      expect(control().value).toBe(typed);
    },
  );

  it("is read and written as in the visitor's region", () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["de-CH", "es-MX"]);
    const question = { style: "numeric", answer: { number: 1.5 } } as const;
    const rerender = renderQuestion(question, "es");
    expect(control().value).toBe("1.5");
    fill("1,500.5");
    expect(onAnswer).toHaveBeenLastCalledWith({ number: 1500.5 });
    rerender({ ...question, answer: { number: 1500.5 } });
    fireEvent.blur(control());
    expect(control().value).toBe("1500.5");
  });

  it("is not rewritten while an input method composes it", () => {
    const rerender = renderQuestion({ style: "numeric" });
    for (const [value, number] of [
      ["１", 1],
      ["１２", 12],
      ["１２３", 123],
    ] as const) {
      fireEvent.input(control(), { target: { value }, isComposing: true });
      expect(onAnswer).toHaveBeenLastCalledWith({ number });
      rerender({ style: "numeric", answer: { number } });
      expect(control().value).toBe(value);
    }
    fireEvent.blur(control());
    expect(control().value).toBe("123");
  });

  it("stays as typed while it has the focus, and is normalized afterwards", () => {
    const rerender = renderQuestion({ style: "numeric" });
    fill("1.");
    rerender({ style: "numeric", answer: { number: 1 } });
    expect(control().value).toBe("1.");
    fireEvent.blur(control());
    expect(control().value).toBe("1");
  });

  it.each([
    ["numeric", { min: 0 }, "decimal"],
    ["numeric", { min: 1.5, max: 3 }, "decimal"],
    ["numeric", { min: -1 }, "text"],
    ["numeric", { max: 10 }, "text"],
    ["numeric", {}, "text"],
    ["custom_score", {}, "text"],
    ["custom_score", { min: 0 }, "decimal"],
    ["age", {}, "numeric"],
  ] as const)("with the style %s and the limits %j has the keyboard %s", (style, limits, inputMode) => {
    renderQuestion({ style, ...limits });
    expect(control().inputMode).toBe(inputMode);
  });
});
