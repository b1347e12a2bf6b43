import { describe, expect, it } from "vitest";
import type { WidgetConfiguration } from "../configuration.ts";
import { contentBox, launcherBox, type Viewport } from "./geometry.ts";

const DESKTOP: Viewport = { width: 1280, height: 800 };
const PHONE: Viewport = { width: 375, height: 667 };
const UNMEASURED = { contentHeight: undefined, fullPage: false, fullHeight: false };

const box = (
  configuration: WidgetConfiguration,
  viewport = DESKTOP,
  view: Partial<Parameters<typeof contentBox>[2]> = {},
) => contentBox(configuration, viewport, { ...UNMEASURED, ...view });

describe("the launcher", () => {
  it("is in the lower right corner", () => {
    expect(launcherBox({}, DESKTOP)).toEqual({ side: "bottom", offset: 20, right: 20, size: 60 });
    expect(launcherBox({ size: 48, margin: 8 }, DESKTOP)).toMatchObject({ offset: 8, right: 8, size: 48 });
  });

  it("has the configured position, in pixels or percent", () => {
    expect(launcherBox({ widget_top_position: 100, widget_right_position: 40 }, DESKTOP)).toEqual({
      side: "top",
      offset: 100,
      right: 40,
      size: 60,
    });
    const percent = {
      widget_top_position: 50,
      widget_top_position_type: "rate",
      widget_right_position: 10,
      widget_right_position_type: "rate",
    };
    expect(launcherBox(percent, DESKTOP)).toMatchObject({ side: "top", offset: 400, right: 128 });
  });

  it("never leaves the window", () => {
    const far = { widget_top_position: 5000, widget_right_position: -10 };
    expect(launcherBox(far, DESKTOP)).toMatchObject({ offset: 740, right: 0 });
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
    expect(box({}, DESKTOP, { contentHeight: 300 }).height).toBe(410);
    expect(box({}, DESKTOP, { contentHeight: 10 }).height).toBe(360);
    expect(box({}, DESKTOP, { contentHeight: 2000 })).toMatchObject({ height: 600, fullPage: false });
  });

  it("leaves room for the launcher and the margins", () => {
    // 667 minus the launcher's 60, two margins of 20 and the gap of 12.
    expect(box({}, PHONE, { contentHeight: 2000 }).height).toBe(555);
    expect(box({}, { width: 1280, height: 480 }).height).toBe(368);
  });

  it("is the maximum for a chat", () => {
    expect(box({}, DESKTOP, { contentHeight: 100, fullHeight: true }).height).toBe(600);
  });
});

describe("the content frame's place", () => {
  it("is above a launcher at the bottom, at the same distance from the right", () => {
    expect(box({})).toMatchObject({ side: "bottom", offset: 92, right: 20 });
  });

  it("is below a launcher at the top", () => {
    expect(box({ widget_top_position: 30 })).toMatchObject({ side: "top", offset: 102 });
  });

  it("is above a launcher that is placed from the top, but low", () => {
    const low = box({ widget_top_position: 700 }, DESKTOP, { contentHeight: 2000 });
    expect(low).toMatchObject({ side: "bottom", offset: 112, height: 600 });
  });

  it("is beside the launcher if there is too little room above and below", () => {
    expect(box({}, { width: 844, height: 390 })).toMatchObject({
      side: "bottom",
      offset: 20,
      right: 92,
      height: 350,
    });
  });

  it("stays within the window", () => {
    expect(box({ widget_right_position: 1200 }).right).toBe(1280 - 355 - 20);
    expect(box({ widget_right_position: 4 }).right).toBe(4);
    expect(box({}, { width: 375, height: 300 })).toMatchObject({ right: 20, width: 335 });
  });

  it("is the whole window as a full page", () => {
    expect(box({ radius: 12 }, PHONE, { fullPage: true, contentHeight: 100 })).toEqual({
      side: "top",
      offset: 0,
      right: 0,
      width: 375,
      height: 667,
      radius: 0,
      fullPage: true,
    });
  });
});
