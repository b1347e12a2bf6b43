// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { renderSignedIn } from "../session/renderSignedIn";
import { HoursControl } from "./HoursControl";

afterEach(cleanup);

const span = (period: string, start_hour: number, end_hour: number) => ({ period, start_hour, end_hour });

function start(stored: unknown, isReadOnly = false) {
  let value = stored;
  function Form() {
    const [hours, setHours] = useState(stored);
    value = hours;
    const props = { label: "Hours", value: hours, stored, isReadOnly, error: null, onChange: setHours };
    return <HoursControl {...props} />;
  }
  renderSignedIn(<Form />);
  return () => value;
}

const choose = (days: string, mode: string) =>
  fireEvent.change(screen.getByLabelText(days), { target: { value: mode } });

const type = (field: HTMLElement, time: string) => fireEvent.change(field, { target: { value: time } });

const timesOf = (days: string) =>
  screen
    .queryAllByRole("group", { name: days })
    .flatMap((group) => within(group).getAllByLabelText<HTMLInputElement>(/^(From|To)$/));

it("shows for each kind of day whether and when it is open", () => {
  start([span("weekdays", 900, 1230), span("weekdays", 1330, 2400), span("sunday", 1000, 1000)]);
  expect(timesOf("Monday to Friday").map(({ value }) => value)).toEqual(["09:00", "12:30", "13:30", "00:00"]);
  expect(screen.getByLabelText<HTMLSelectElement>("Saturday").value).toBe("always");
  expect(screen.getByLabelText<HTMLSelectElement>("Sunday").value).toBe("closed");
});

it("writes what is chosen and typed as the record has it", () => {
  const value = start(undefined);
  choose("Monday to Friday", "times");
  choose("Sunday", "closed");
  const [from, to] = timesOf("Monday to Friday");
  if (!from || !to) throw new Error("There are two fields.");
  type(from, "22:30");
  expect(screen.getByText(/^This is before the beginning/)).toBeTruthy();
  type(to, "00:00");
  expect(screen.queryByText(/^This is before the beginning/)).toBeNull();
  expect(value()).toEqual([span("weekdays", 2230, 2400), span("sunday", 0, 0)]);
  choose("Sunday", "always");
  choose("Monday to Friday", "always");
  expect(value()).toBeUndefined();
});

it("adds and removes times of a day", () => {
  const value = start([span("saturday", 900, 1200)]);
  fireEvent.click(screen.getByRole("button", { name: "Add times: Saturday" }));
  expect(value()).toEqual([span("saturday", 900, 1200), span("saturday", 1300, 1400)]);
  fireEvent.click(screen.getByRole("button", { name: "Saturday: remove times 1" }));
  expect(value()).toEqual([span("saturday", 1300, 1400)]);
  expect(document.activeElement).toBe(screen.getByLabelText("Saturday"));
});

it("keeps the fields while two times are equal, and a time while another is typed", () => {
  const value = start([span("saturday", 900, 1200)]);
  const [from] = timesOf("Saturday");
  if (!from) throw new Error("There is a field.");
  type(from, "12:00");
  expect(timesOf("Saturday")).toHaveLength(2);
  type(from, "");
  expect(value()).toEqual([span("saturday", 1200, 1200)]);
  fireEvent.focus(from);
  fireEvent.blur(from);
  expect(from.value).toBe("12:00");
});

it("changes nothing of what it cannot show, unless that is wanted", () => {
  const odd = [{ ...span("saturday", 900, 1200), until: "2027" }];
  const value = start(odd);
  expect(screen.getByLabelText<HTMLInputElement>("Hours").value).toBe(JSON.stringify(odd));
  fireEvent.click(screen.getByRole("button", { name: "Write other hours" }));
  expect(value()).toBeUndefined();
  expect(screen.getByLabelText("Saturday")).toBeTruthy();
});

it("changes nothing for those who may only look", () => {
  start([span("saturday", 900, 1200)], true);
  expect(screen.getByLabelText<HTMLSelectElement>("Saturday").disabled).toBe(true);
  expect(timesOf("Saturday").every(({ readOnly }) => readOnly)).toBe(true);
  expect(screen.queryByRole("button")).toBeNull();
});
