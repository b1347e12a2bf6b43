import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import { applyAttributes } from "./tagAttributes.ts";

/** A script element, of which only the attributes matter. */
class Tag {
  private readonly attributes: Record<string, string>;

  constructor(attributes: Record<string, string>) {
    this.attributes = attributes;
  }

  getAttribute(name: string) {
    return this.attributes[name] ?? null;
  }
}

beforeEach(() => vi.stubGlobal("Element", Tag));
afterEach(() => vi.unstubAllGlobals());

it("change the configuration", () => {
  expect(
    apply({
      "data-language": "pt-BR",
      "data-z-index": "-5",
      "data-launcher": "hidden",
      "data-consent": "required",
    }),
  ).toEqual({
    wrong: "",
    configuration: { default_language_code: "pt-BR", z_index: "-5", is_visible: false, consent: "required" },
  });
});

it.each([
  ["top-right", 20, 20],
  ["top-left", 20, -80],
  ["bottom-right", -80, 20],
  ["bottom-left", -80, -80],
])("data-position %s places the launcher at its margin", (position, top, right) => {
  const { configuration } = apply(
    { "data-position": position },
    { widget_right_position: 5, widget_right_position_type: "rate" },
  );
  expect(configuration).toMatchObject({
    widget_top_position: top,
    widget_top_position_type: "px",
    widget_right_position: right,
    widget_right_position_type: "px",
  });
});

it("with wrong values change nothing, and are named", () => {
  const wrong = {
    "data-language": "türkçe",
    "data-position": "left",
    "data-z-index": "1; color: red",
    "data-launcher": "no",
    "data-consent": "",
  };
  expect(apply(wrong)).toEqual({
    wrong: " data-language data-position data-z-index data-launcher data-consent",
    configuration: {},
  });
});

it("a loader without a tag has none", () => {
  const configuration = {};
  expect(applyAttributes(null, configuration)).toBe("");
  expect(configuration).toEqual({});
});

function apply(attributes: Record<string, string>, configuration: WidgetConfiguration = {}) {
  const wrong = applyAttributes(new Tag(attributes) as unknown as Element, configuration);
  return { wrong, configuration };
}
