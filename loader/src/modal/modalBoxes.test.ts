import { expect, it } from "vitest";
import { modalBox } from "./modalBox.ts";
import { tabBox } from "./tabBox.ts";

const WINDOW = { width: 1280, height: 800 };
const TAB = { width: 40, height: 120 };
const CHAT = { _contentHeight: undefined, _fullHeight: true };

it("the content frame is in the middle of the window, whatever its height", () => {
  const middle = { top: 400, above: 50, right: 462.5, width: 355 };
  expect(modalBox({}, WINDOW, { _contentHeight: 300, _fullHeight: false })).toEqual({
    ...middle,
    height: 410,
  });
  expect(modalBox({}, WINDOW, CHAT)).toEqual({ ...middle, height: 600 });
});

it("it leaves 40 pixels of the window's height free", () => {
  expect(modalBox({}, { width: 1280, height: 500 }, CHAT).height).toBe(460);
});

it("the tab is halfway down the right edge", () => {
  expect(tabBox({}, WINDOW, TAB)).toEqual({ top: 340, right: 0, ...TAB });
});

it("it is on the left edge of a page from right to left, unless it is put elsewhere", () => {
  const page = { ...WINDOW, rightToLeft: true };
  expect(tabBox({}, page, TAB)).toEqual({ top: 340, right: 1240, ...TAB });
  expect(tabBox({ widget_right_position: 20 }, page, TAB)).toMatchObject({ right: 0 });
});

it("or on the edge and at the height that are configured", () => {
  const configuration = {
    widget_top_position: 10,
    widget_top_position_type: "rate",
    widget_right_position: 90,
    widget_right_position_type: "rate",
  };
  expect(tabBox(configuration, WINDOW, TAB)).toEqual({ top: 80, right: 1240, ...TAB });
  expect(tabBox({ widget_right_position: 300 }, WINDOW, TAB)).toMatchObject({ right: 0 });
});

it("the tab stays within the window", () => {
  expect(tabBox({ widget_top_position: 790 }, WINDOW, TAB)).toMatchObject({ top: 680 });
  expect(tabBox({}, { width: 375, height: 100 }, TAB)).toMatchObject({ top: 0, height: 100 });
});
