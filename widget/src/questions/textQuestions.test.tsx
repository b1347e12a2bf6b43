// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Style } from "../engine/types";
import { control, fill, onAnswer, renderQuestion } from "./testQuestion";

it.each<Style>(["external_id", "customer_schema"])("%s without options is a text field", (style) => {
  renderQuestion({ style });
  fill("K-7");
  expect(onAnswer).toHaveBeenLastCalledWith({ text: "K-7" });
});

it("a date is sent in ISO format and can be cleared", () => {
  renderQuestion({ style: "datepicker", answer: { date: "2026-11-20" } });
  const input = screen.getByLabelText("Well?");
  fireEvent.change(input, { target: { value: "2026-11-21" } });
  expect(onAnswer).toHaveBeenLastCalledWith({ date: "2026-11-21" });
  fireEvent.change(input, { target: { value: "" } });
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

it("a phone number is sent without separators, which stay in the field", () => {
  const rerender = renderQuestion({ style: "phone_number" });
  fill("0090 (532) 123-45 67");
  expect(onAnswer).toHaveBeenLastCalledWith({ phone: "+905321234567" });
  rerender({ style: "phone_number", answer: { phone: "+905321234567" } });
  expect(control().value).toBe("0090 (532) 123-45 67");
  fill(" ");
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});

it("a typed day is sent as an ISO date, and as typed until it is one", () => {
  const rerender = renderQuestion({ style: "datepicker" });
  fill("21/11");
  expect(onAnswer).toHaveBeenLastCalledWith({ date: "21/11" });
  fill("11/21/2026");
  expect(onAnswer).toHaveBeenLastCalledWith({ date: "2026-11-21" });
  rerender({ style: "datepicker", answer: { date: "2026-11-21" } });
  fireEvent.blur(control());
  expect(control().value).toBe("11/21/2026");
});

it.each([
  ["th", "2026-12-31", "31/12/2569"],
  // Taken for a year of the language's own calendar these would be other days.
  ["th", "2300-01-01", "01/01/2843"],
  ["fa", "1650-03-21", "1029/01/01"],
])("in %s the day %s, known beforehand, is shown as %s and stays", (language, date, shown) => {
  renderQuestion({ style: "datepicker", answer: { date } }, language);
  expect(control().value).toBe(shown);
  fireEvent.focus(control());
  fireEvent.blur(control());
  expect(onAnswer).not.toHaveBeenCalled();
});

it("a long text is counted, and the end of its room is announced", () => {
  const length = (text: string) => ({ style: "textarea", maxLength: 100, answer: { text } }) as const;
  const rerender = renderQuestion(length("x".repeat(50)));
  expect(screen.getByText("50 / 100")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("");
  rerender(length("x".repeat(91)));
  expect(screen.getByRole("status").textContent).toBe("9 characters left");
  rerender(length("x".repeat(92)));
  expect(screen.getByRole("status").textContent).toBe("9 characters left");
  rerender(length("x".repeat(103)));
  expect(screen.getByRole("status").textContent).toBe("3 characters too long");
});

it.each([
  ["numeric", "7", { number: 7 }],
  ["email", "a@b.co", { text: "a@b.co" }],
  ["datepicker", "11/21/2026", { date: "2026-11-21" }],
  ["phone_number", "+90 532 123 45 67", { phone: "+905321234567" }],
] as const)("a field of a customer of the type %s takes its answers", (schemaType, typed, answer) => {
  renderQuestion({ style: "customer_schema", schemaType });
  fill(typed);
  expect(onAnswer).toHaveBeenLastCalledWith(answer);
});

it("a name has two fields in one group", () => {
  renderQuestion({ style: "naming", answer: { fields: { name: "Ada", surname: "" } } });
  const group = within(screen.getByRole("group", { name: "Well?" }));
  const [given, family] = group.getAllByRole<HTMLInputElement>("textbox");
  expect([given?.autocomplete, family?.autocomplete]).toEqual(["given-name", "family-name"]);
  fireEvent.change(group.getByLabelText("Last name"), { target: { value: "Lovelace" } });
  expect(onAnswer).toHaveBeenLastCalledWith({ fields: { name: "Ada", surname: "Lovelace" } });
  fireEvent.change(group.getByLabelText("First name"), { target: { value: "" } });
  expect(onAnswer).toHaveBeenLastCalledWith(undefined);
});
