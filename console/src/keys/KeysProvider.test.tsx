// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderSignedIn } from "../session/renderSignedIn";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { KeysProvider, useKeys } from ".";

const run = vi.fn();

beforeEach(() => {
  run.mockClear();
  localStorage.clear();
});
afterEach(cleanup);

function Area() {
  const [isOpen, setOpen] = useState(false);
  useKeys("frame_inbox", [
    { keys: "i", text: "save", run: () => run("i") },
    { keys: "g i", text: "frame_go_inbox", run: () => run("g i") },
    { keys: "Enter", text: "sign_in", run: () => run("Enter") },
    { keys: "$mod+s", text: "save", run: () => run("$mod+s") },
    { keys: "x", text: "cancel", run: () => run("x"), isOff: true },
  ]);
  return (
    <>
      <input aria-label="Text" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Asked" onClose={() => setOpen(false)}>
          <Inside />
        </Dialog>
      )}
    </>
  );
}

function Inside() {
  useKeys("confirm", [{ keys: "y", text: "confirm", run: () => run("y") }]);
  return <Button>Yes</Button>;
}

const start = () =>
  renderSignedIn(
    <KeysProvider>
      <Area />
    </KeysProvider>,
  );
const press = (key: string, at: Element = document.body, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(at, { key, code: `Key${key.toUpperCase()}`, ...init });
const ran = () => run.mock.calls.flat();

it("runs keys, also such as follow one another, which then do nothing else", () => {
  start();
  press("i");
  press("g");
  press("i");
  press("i");
  press("x");
  expect(ran()).toEqual(["i", "g i", "i"]);
});

it("starts over after a key that does not follow", () => {
  start();
  press("g");
  press("z");
  press("i");
  press("g");
  press("g");
  press("i");
  expect(ran()).toEqual(["i", "g i"]);
});

it("leaves single characters to those who write, and Enter to buttons", () => {
  start();
  const field = screen.getByLabelText("Text");
  press("i", field);
  press("Enter", screen.getByRole("button"));
  expect(ran()).toEqual([]);
  press("s", field, { ctrlKey: true });
  press("Enter");
  expect(ran()).toEqual(["$mod+s", "Enter"]);
});

it("runs only the keys of a dialog that is open", () => {
  start();
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  const dialog = screen.getByRole("dialog");
  press("i", dialog);
  press("s", dialog, { ctrlKey: true });
  press("y", dialog);
  expect(ran()).toEqual(["y"]);
});

it("leaves what something else has done already", () => {
  start();
  const field = screen.getByRole("button");
  field.addEventListener("keydown", (event) => event.preventDefault());
  press("i", field);
  expect(ran()).toEqual([]);
});

it("lists the keys by `?`, and lets single characters be switched off for good", async () => {
  start();
  press("?", document.body, { shiftKey: true });
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  const group = within(dialog).getByRole("heading", { name: "Inbox" }).parentElement as HTMLElement;
  expect(within(group).getByText("Go to the inbox").parentElement?.textContent).toContain("G I");
  expect(within(group).queryByText("Cancel")).toBeNull();
  fireEvent.click(within(dialog).getByRole("switch"));
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  press("i");
  press("?", document.body, { shiftKey: true });
  press("s", document.body, { ctrlKey: true });
  expect(ran()).toEqual(["$mod+s"]);
  cleanup();
  start();
  press("i");
  expect(ran()).toEqual(["$mod+s"]);
});
