// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { profileLines } from "../inputs/ProfileList";
import { onAnswer, option, renderQuestion, statement } from "./testQuestion";

describe("a maxdiff with two marks", () => {
  const marks = [option("best", "Best"), option("worst", "Worst")];
  const statements = [statement("s", "Soup"), statement("t", "Tea"), statement("m", "Milk")];
  const maxdiff = { style: "matrix", matrixForm: "maxdiff", options: marks, statements } as const;

  it("moves a mark to another statement", () => {
    renderQuestion({ ...maxdiff, answer: { matrix: { s: ["best"], t: ["worst"] } } });
    fireEvent.click(screen.getByRole("radio", { name: "Best: Milk" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { t: ["worst"], m: ["best"] } });
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("takes the other mark from a statement, and says so", () => {
    renderQuestion({ ...maxdiff, answer: { matrix: { s: ["best"], t: ["worst"] } } });
    fireEvent.click(screen.getByRole("radio", { name: "Best: Tea" }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { t: ["best"] } });
    expect(screen.getByRole("status").textContent).toBe("Worst: No answer yet");
  });
});

describe("a conjoint", () => {
  const cards = {
    ...statement("c", "Which card?"),
    options: [option("a", "Small\nPrice: 10 €"), option("b", "Large")],
  };

  it("has a group of profiles for each set", () => {
    renderQuestion({ style: "matrix", matrixForm: "conjoint", statements: [cards] });
    const group = within(screen.getByRole("group", { name: "Which card?" }));
    fireEvent.click(group.getByRole("radio", { name: /Small.*Price: 10 €/ }));
    expect(onAnswer).toHaveBeenLastCalledWith({ matrix: { c: ["a"] } });
  });

  it("tells a profile's attributes from its name", () => {
    expect(profileLines("Small card\n Price: 10 € \n\nOpen: 9:00 to 18:00")).toEqual([
      { attribute: "", text: "Small card" },
      { attribute: "Price", text: "10 €" },
      { attribute: "Open", text: "9:00 to 18:00" },
    ]);
  });
});
