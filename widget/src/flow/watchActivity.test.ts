// @vitest-environment happy-dom
import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { IGNORES_ACTIVITY, watchActivity } from "./watchActivity";

it("reports activity even if its propagation is stopped, except in elements that ignore it", () => {
  document.body.innerHTML = `<p><input></p><div ${IGNORES_ACTIVITY}><button>Yes</button></div>`;
  const [input, button] = [document.querySelector("input"), document.querySelector("button")];
  if (!input || !button) throw new Error("The page was not built.");
  input.addEventListener("keydown", (event) => event.stopPropagation());
  const onActivity = vi.fn();
  const stop = watchActivity(window, onActivity);

  fireEvent.keyDown(input);
  fireEvent.wheel(input);
  fireEvent.pointerDown(document.body);
  expect(onActivity).toHaveBeenCalledTimes(3);

  fireEvent.pointerMove(input);
  fireEvent.pointerDown(button);
  expect(onActivity).toHaveBeenCalledTimes(3);

  stop();
  fireEvent.keyDown(input);
  expect(onActivity).toHaveBeenCalledTimes(3);
});
