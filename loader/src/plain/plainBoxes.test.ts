import { describe, expect, it } from "vitest";
import { launcherBox, type Size } from "../layout/geometry.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import { plainBox } from "./plainBox.ts";

const DESKTOP: Size = { width: 1280, height: 800 };
const PHONE: Size = { width: 375, height: 667 };

/** The launcher is in the lower left corner. */
const LEFT: WidgetConfiguration = { widget_right_position: 1200 };

const box = (
  configuration: WidgetConfiguration,
  viewport = DESKTOP,
  view: Partial<Parameters<typeof plainBox>[2]> = {},
) => plainBox(configuration, viewport, { _contentHeight: undefined, _fullHeight: false, ...view });

describe("the launcher", () => {
  it("is in the lower right corner", () => {
    expect(launcherBox({}, DESKTOP)).toEqual({ top: 720, right: 20, width: 60, height: 60 });
    expect(launcherBox({ size: 48, margin: 8 }, DESKTOP)).toMatchObject({ top: 744, right: 8, width: 48 });
  });

  it("is in the lower left corner of a page from right to left, but not from where it is put", () => {
    const page = { ...DESKTOP, rightToLeft: true };
    expect(launcherBox({}, page)).toEqual({ top: 720, right: 1200, width: 60, height: 60 });
    expect(launcherBox({ widget_top_position: 0 }, page)).toMatchObject({ top: 0, right: 1200 });
    expect(launcherBox({ widget_right_position: 40 }, page)).toMatchObject({ right: 40 });
    expect(box({}, page)).toMatchObject({ top: 708, right: 1280 - 355 - 20 });
  });

  it("has the configured position, in pixels or percent", () => {
    const pixels = { widget_top_position: 100, widget_right_position: 40 };
    expect(launcherBox(pixels, DESKTOP)).toMatchObject({ top: 100, right: 40 });
    const percent = {
      widget_top_position: 50,
      widget_top_position_type: "rate",
      widget_right_position: 10,
      widget_right_position_type: "rate",
    };
    expect(launcherBox(percent, DESKTOP)).toMatchObject({ top: 400, right: 128 });
    expect(launcherBox({ widget_top_position: 0 }, DESKTOP)).toMatchObject({ top: 0 });
  });

  it("never leaves the window", () => {
    const far = { widget_top_position: 5000, widget_right_position: -5000 };
    expect(launcherBox(far, DESKTOP)).toMatchObject({ top: 740, right: 0 });
    const opposite = { widget_top_position: -80, widget_right_position: -80 };
    expect(launcherBox(opposite, DESKTOP)).toMatchObject({ top: 720, right: 1200 });
    const left = { widget_right_position: 100, widget_right_position_type: "rate" };
    expect(launcherBox(left, DESKTOP)).toMatchObject({ right: 1220 });
  });
});

describe("the content frame's width", () => {
  it("is 355 pixels, or the configured width", () => {
    expect(box({}).width).toBe(355);
    expect(box({ width: 420 }).width).toBe(420);
  });

  it("is 30 percent of the window if its type is a rate, but never too narrow to answer in", () => {
    expect(box({ width_type: "rate" }).width).toBe(384);
    expect(box({ width_type: "rate", width: 50 }).width).toBe(640);
    expect(box({ width_type: "rate" }, { width: 600, height: 800 }).width).toBe(280);
  });

  it("fills a narrow window between the margins", () => {
    expect(box({}, PHONE)).toMatchObject({ width: 335, right: 20 });
    expect(box({ width_type: "rate" }, PHONE).width).toBe(335);
    expect(box({ width: 2000 }).width).toBe(1240);
  });
});

describe("the content frame's height", () => {
  it("is 450 until the frame has reported a height", () => {
    expect(box({}).height).toBe(450);
  });

  it("follows the content plus header and footer, between 360 and 600", () => {
    expect(box({}, DESKTOP, { _contentHeight: 300 }).height).toBe(410);
    expect(box({}, DESKTOP, { _contentHeight: 10 }).height).toBe(360);
    expect(box({}, DESKTOP, { _contentHeight: 2000 })).toMatchObject({ height: 600 });
  });

  it("leaves room for the launcher and the margins", () => {
    // 667 minus the launcher's 60, two margins of 20 and the gap of 12.
    expect(box({}, PHONE, { _contentHeight: 2000 }).height).toBe(555);
    expect(box({}, { width: 1280, height: 480 }).height).toBe(368);
  });

  it("is the maximum for a chat", () => {
    expect(box({}, DESKTOP, { _contentHeight: 100, _fullHeight: true }).height).toBe(600);
  });
});

describe("the content frame's place", () => {
  it("is above a launcher at the bottom, at the same distance from the right", () => {
    expect(box({})).toMatchObject({ top: 708, above: 100, right: 20 });
  });

  it("is below a launcher at the top", () => {
    expect(box({ widget_top_position: 30 })).toMatchObject({ top: 102, above: 0 });
  });

  it("does not depend on the height, so that the frame's growth moves nothing", () => {
    for (const configuration of [{}, { widget_top_position: 30 }]) {
      const { top, right, above } = box(configuration, DESKTOP, { _contentHeight: 260 });
      expect(box(configuration, DESKTOP, { _contentHeight: 400 })).toMatchObject({ top, right, above });
    }
  });

  it("is above a launcher that is placed from the top, but low", () => {
    const low = box({ widget_top_position: 700 }, DESKTOP, { _contentHeight: 2000 });
    expect(low).toMatchObject({ top: 688, above: 100, height: 600 });
  });

  it("is beside the launcher if there is too little room above and below", () => {
    const flat = { width: 844, height: 390 };
    expect(box({}, flat)).toMatchObject({ top: 370, above: 100, right: 92, height: 350 });
    // 784 for the launcher, from the left its 60 and the gap.
    const left = box({ widget_right_position: 784 }, flat);
    expect(844 - left.right - left.width).toBe(72);
  });

  it("stays within the window", () => {
    expect(box(LEFT).right).toBe(1280 - 355 - 20);
    expect(box({ widget_right_position: 4 }).right).toBe(4);
    expect(box({}, { width: 375, height: 300 })).toMatchObject({ right: 20, width: 335 });
  });
});
