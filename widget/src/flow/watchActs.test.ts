// @vitest-environment happy-dom
import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ACTS_BY_ITSELF, watchActs } from "./watchActs";

it("hears of acts, whoever keeps them from others, and not where acts speak for themselves", () => {
  document.body.innerHTML = `<p><input></p><div ${ACTS_BY_ITSELF}><button>Yes</button></div>`;
  const [input, button] = [document.querySelector("input"), document.querySelector("button")];
  if (!input || !button) throw new Error("The page was not built.");
  input.addEventListener("keydown", (event) => event.stopPropagation());
  const onAct = vi.fn();
  const stop = watchActs(window, onAct);

  fireEvent.keyDown(input);
  fireEvent.wheel(input);
  fireEvent.pointerDown(document.body);
  expect(onAct).toHaveBeenCalledTimes(3);

  fireEvent.pointerMove(input);
  fireEvent.pointerDown(button);
  expect(onAct).toHaveBeenCalledTimes(3);

  stop();
  fireEvent.keyDown(input);
  expect(onAct).toHaveBeenCalledTimes(3);
});
