// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { TextsControl } from "./TextsControl";

afterEach(cleanup);

const LANGUAGES = [
  { id: "en", code: "en", name: "English" },
  { id: "tr", code: "tr", name: "Türkçe" },
];

function Form({ first }: { first: unknown }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <TextsControl
        label="Greeting"
        value={value}
        stored={first}
        isReadOnly={false}
        error={null}
        mayBeOne
        languages={LANGUAGES}
        onChange={setValue}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

it.each([
  ["Hi", '{"en":"Hi","tr":"Selam"}'],
  [undefined, '{"tr":"Selam"}'],
])("writes %s by language, without texts that are empty", (first, written) => {
  render(<Form first={first} />);
  fireEvent.click(screen.getByRole("button", { name: "Write it by language: Greeting" }));
  fireEvent.change(screen.getByLabelText("Türkçe"), { target: { value: "Selam" } });
  expect(screen.getByRole("status").textContent).toBe(written);
});
