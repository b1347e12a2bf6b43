import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeListeners } from "../basics/listeners.ts";
import { watchOpeners } from "./openers.ts";

const CODE = "PSN-TEST001";
const onOpen = vi.fn();
let reported: ReturnType<typeof vi.spyOn>;

/** An element that knows the selectors that match it or what it is in. */
class FakeElement {
  readonly matching: string[];

  constructor(...matching: string[]) {
    this.matching = matching;
  }
  closest(selectors: string) {
    if (selectors.includes("{")) throw new SyntaxError("no selector");
    return selectors.split(",").some((selector) => this.matching.includes(selector)) ? this : null;
  }
}

beforeEach(() => {
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { documentElement: new FakeElement() }));
  reported = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  removeListeners();
  vi.unstubAllGlobals();
  reported.mockRestore();
  onOpen.mockReset();
});

function click(target: FakeElement, detail = 1) {
  const event = Object.assign(new Event("click", { cancelable: true }), { detail });
  Object.defineProperty(event, "target", { value: target });
  document.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
}

it("opens by what the widget's selector matches, each time, by pointer and keyboard", () => {
  watchOpeners(CODE, true, { display_on_click: ".help" }, onOpen);
  click(new FakeElement(".other"));
  click(new FakeElement(".help"));
  click(new FakeElement(".help"), 0);
  expect(onOpen.mock.calls).toEqual([[false], [true]]);
});

it("opens by the elements that name it all the same", () => {
  watchOpeners(CODE, false, { display_on_click: ".help" }, onOpen);
  click(new FakeElement(`[data-psn-open="${CODE}"]`));
  click(new FakeElement('[data-psn-open=""]'));
  expect(onOpen).toHaveBeenCalledOnce();
});

it("reports a selector that is none, once, and continues without it", () => {
  const configuration = { display_on_click: "a{" };
  watchOpeners(CODE, true, configuration, onOpen);
  removeListeners();
  watchOpeners(CODE, true, configuration, onOpen);
  click(new FakeElement('[data-psn-open=""]'));
  expect(onOpen).toHaveBeenCalledOnce();
  expect(reported.mock.calls).toEqual([["[Pulsen] display_on_click is no CSS selector: a{"]]);
});
