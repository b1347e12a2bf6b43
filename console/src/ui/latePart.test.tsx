// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { en } from "../texts/en";
import { TextsProvider } from "../texts/TextsProvider";
import { latePart } from "./latePart";
import { ToastProvider } from "./Toasts";

afterEach(cleanup);

it("is drawn when its code is there, and says where that cannot be loaded, until the next try", async () => {
  let isOnline = false;
  const Part = latePart(
    async () => {
      if (!isOnline) throw new TypeError("Failed to fetch");
      return ({ name }: { name: string }) => <p>{name}</p>;
    },
    <p>Wait</p>,
  );
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Part name="Here" onFail={() => setOpen(false)} />}
      </>
    );
  }
  render(
    <TextsProvider language="en" texts={en}>
      <ToastProvider>
        <Page />
      </ToastProvider>
    </TextsProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(screen.getByText("Wait")).toBeTruthy();
  await act(async () => {});
  expect(screen.queryByText("Wait")).toBeNull();
  expect(screen.getByText(en.unreachable)).toBeTruthy();
  isOnline = true;
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  await act(async () => {});
  expect(screen.getByText("Here")).toBeTruthy();
});
