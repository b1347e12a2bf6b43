import { describe, expect, it } from "vitest";
import { launcherBox, type Size } from "../layout/geometry.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import { bubbleBox } from "./bubbleBox.ts";

const DESKTOP: Size = { width: 1280, height: 800 };
const PHONE: Size = { width: 375, height: 667 };

/** The launcher is in the lower left corner. */
const LEFT: WidgetConfiguration = { widget_right_position: 1200 };

describe("the bubble", () => {
  const bubble = (configuration: WidgetConfiguration, size: Size, vertical = false, viewport = DESKTOP) =>
    bubbleBox(launcherBox(configuration, viewport), viewport, size, vertical);

  it("is beside the middle of the launcher, towards the middle of the window", () => {
    expect(bubble({}, { width: 200, height: 40 })).toEqual({ top: 730, right: 92, width: 200, height: 40 });
    // The launcher begins 20 pixels from the left.
    const left = bubble(LEFT, { width: 200, height: 40 });
    expect(1280 - left.right - left.width).toBe(20 + 60 + 12);
  });

  it("is above or below the launcher if its text is vertical", () => {
    expect(bubble({}, { width: 40, height: 200 }, true)).toMatchObject({ top: 508, right: 30 });
    const high = bubble({ widget_top_position: 10 }, { width: 40, height: 200 }, true);
    expect(high).toMatchObject({ top: 82, right: 30 });
  });

  it("stays within the window", () => {
    expect(bubble({}, { width: 200, height: 300 })).toMatchObject({ top: 500 });
    expect(bubble({ margin: 0 }, { width: 100, height: 200 }, true)).toMatchObject({ right: 0 });
    expect(bubble({}, { width: 400, height: 40 }, false, PHONE)).toMatchObject({ right: 0 });
  });
});
