// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { renderSignedIn } from "../session/renderSignedIn";
import { SecretControl } from "./SecretControl";

afterEach(cleanup);

const STORED = { stored: true };

function start(stored: unknown, isReadOnly = false) {
  let value = stored;
  function Form() {
    const [pin, setPin] = useState(stored);
    value = pin;
    return (
      <SecretControl
        label="PIN"
        value={pin}
        stored={stored}
        isReadOnly={isReadOnly}
        error={null}
        onChange={setPin}
      />
    );
  }
  renderSignedIn(<Form />);
  return () => value;
}

const field = () => screen.getByLabelText<HTMLInputElement>("PIN");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name: `${name}: PIN` }));

it("takes a secret where there is none", () => {
  const value = start(undefined);
  fireEvent.change(field(), { target: { value: "2580" } });
  expect(value()).toBe("2580");
  fireEvent.change(field(), { target: { value: "" } });
  expect(value()).toBeUndefined();
});

it("replaces one that is stored, or keeps it after all", () => {
  const value = start(STORED);
  expect(field().value).toBe("Stored, and shown to nobody");
  expect(field().readOnly).toBe(true);
  press("Change");
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: "2580" } });
  expect(value()).toBe("2580");
  press("Keep the stored one");
  expect(value()).toBe(STORED);
});

it("removes one that is stored", () => {
  const value = start(STORED);
  press("Remove");
  expect(value()).toBeUndefined();
  expect(field().value).toBe("");
});

it("changes nothing for those who may only look", () => {
  start(STORED, true);
  expect(screen.queryByRole("button")).toBeNull();
});
