// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { SearchField } from "./SearchField";

afterEach(cleanup);

function start(first = "") {
  const onSubmit = vi.fn();
  function Page() {
    const [value, setValue] = useState(first);
    return <SearchField label="Search chats" value={value} onChange={setValue} onSubmit={onSubmit} />;
  }
  render(<Page />);
  return { field: screen.getByRole<HTMLInputElement>("searchbox", { name: "Search chats" }), onSubmit };
}

it("submits its text by Enter", () => {
  const { field, onSubmit } = start();
  fireEvent.change(field, { target: { value: "tea" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith("tea");
});

it("is cleared by Escape", () => {
  const { field } = start("tea");
  fireEvent.keyDown(field, { key: "Escape" });
  expect(field.value).toBe("");
});

it("is cleared by its button, which is there as long as there is a text", () => {
  const { field } = start("tea");
  fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(field.value).toBe("");
  expect(screen.queryByRole("button")).toBeNull();
});
