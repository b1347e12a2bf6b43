// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { NumberControl } from "./NumberControl";

afterEach(cleanup);

function Form() {
  const [value, setValue] = useState<unknown>(undefined);
  return (
    <>
      <NumberControl
        label="Margin"
        value={value}
        stored={undefined}
        isReadOnly={false}
        error={null}
        isWhole={false}
        onChange={setValue}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

it("lets decimals be typed digit by digit", () => {
  render(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>("Margin");
  for (const typed of ["1", "1.0", "1.05"]) {
    fireEvent.change(field, { target: { value: typed } });
    expect(field.value).toBe(typed);
  }
  expect(screen.getByRole("status").textContent).toBe("1.05");
  fireEvent.change(field, { target: { value: "" } });
  expect(field.value).toBe("");
  expect(screen.getByRole("status").textContent).toBe("");
});
