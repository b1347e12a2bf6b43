import { expect, it } from "vitest";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import { flushBox } from "./flushBox.ts";
import { launcherBox } from "./geometry.ts";

const WINDOW = { width: 1280, height: 800 };
const SIZE = { width: 300, height: 150 };

const box = (configuration: WidgetConfiguration, viewport = WINDOW, size = SIZE) =>
  flushBox(launcherBox(configuration, viewport), viewport, size);

it("is above a launcher at the bottom, and below one at the top", () => {
  expect(box({})).toEqual({ top: 800 - 20 - 60 - 12 - 150, right: 20, width: 300, height: 150 });
  expect(box({ widget_top_position: 20 })).toMatchObject({ top: 20 + 60 + 12, right: 20 });
});

it("begins where a launcher at the left begins", () => {
  const { right, width } = box({ widget_right_position: 1200 });
  expect(1280 - right - width).toBe(20);
});

it("stays within the window", () => {
  expect(box({}, { width: 320, height: 480 })).toMatchObject({ right: 20 });
  expect(box({}, { width: 310, height: 200 })).toMatchObject({ top: 0, right: 10 });
});
