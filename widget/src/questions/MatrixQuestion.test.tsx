// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { focusElement } from "../effects/pageElements";
import { OPTIONS, onAnswer, option, renderQuestion, setWide, statement } from "./testQuestion";

describe("a matrix", () => {
  const statements = [statement("s", "Soup"), statement("t", "Tea")];
  const matrix = { style: "matrix", options: OPTIONS, statements } as const;

  it("is a table if there is room; each cell is labeled with its row and column", () => {
    setWide();
    renderQuestion({ ...matrix, matrixForm: "other" });
    expect(screen.getByRole("rowheader", { name: "Soup" }).getAttribute("scope")).toBe("row");
    fireEvent.click(screen.getByRole("radio", { name: "Soup: Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { s: ["b"] } });
  });

  it("is a group for each statement if there is no room for a table", () => {
    renderQuestion({ ...matrix, matrixForm: "other", answer: { matrix: { s: ["b"] } } });
    fireEvent.click(within(screen.getByRole("group", { name: "Tea" })).getByRole("radio", { name: "Corn" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { s: ["b"], t: ["c"] } });
  });

  it("drops statements without a selection", () => {
    setWide();
    renderQuestion({ ...matrix, matrixForm: "other", multiSelect: true, answer: { matrix: { s: ["b"] } } });
    fireEvent.click(screen.getByRole("checkbox", { name: "Soup: Beans" }));
    expect(onAnswer).toHaveBeenLastCalledWith(undefined);
  });

  it("shows the own options of a statement", () => {
    setWide();
    const own = { ...statement("m", "Milk"), options: [option("o", "Oat")] };
    renderQuestion({ ...matrix, matrixForm: "conjoint", statements: [...statements, own] });
    expect(within(screen.getByRole("group", { name: "Milk" })).getAllByRole("radio")).toHaveLength(1);
  });

  it.each([
    ["a table", true, "other", "Tea: Apples"],
    ["a list", false, "other", "Apples"],
    ["a list by option", false, "maxdiff", "Soup"],
  ] as const)("marks what is missing, and moves the focus there (%s)", (_, isWide, matrixForm, expected) => {
    if (isWide) setWide();
    const partly = { ...matrix, matrixForm, answer: { matrix: { s: ["b"] } } };
    const showError = renderQuestion({ ...partly });
    expect(document.querySelector("[data-missing]")).toBeNull();
    showError({ ...partly, error: "Please answer all." });
    document.body.dataset.element = "e";
    focusElement("e");
    delete document.body.dataset.element;
    const focused = document.activeElement as HTMLInputElement;
    expect(focused.closest("[data-missing]")?.textContent).toContain(
      matrixForm === "other" ? "Tea" : "Apples",
    );
    expect(focused.getAttribute("aria-label") ?? focused.closest("label")?.textContent).toBe(expected);
  });

  it.each(["wide", "narrow"])("allows each option for one statement only (%s)", (room) => {
    if (room === "wide") setWide();
    renderQuestion({ ...matrix, matrixForm: "maxdiff", answer: { matrix: { s: ["a"] } } });
    const name = room === "wide" ? "Tea: Apples" : "Tea";
    const place = room === "wide" ? screen : within(screen.getByRole("group", { name: "Apples" }));
    fireEvent.click(place.getByRole("radio", { name }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { t: ["a"] } });
  });
});
