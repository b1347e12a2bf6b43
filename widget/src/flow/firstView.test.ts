// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import type { FlowOutline, FrameConfiguration } from "../boot/boot";
import { bootForTests } from "../boot/bootForTests";
import { readFirstView } from "./firstView";

afterEach(() => document.head.replaceChildren());

function read({
  query = "",
  widgetLanguage,
  own,
  hiddenFields,
}: {
  query?: string;
  hiddenFields?: string[];
  widgetLanguage?: string;
  own?: string;
}) {
  const script = document.createElement("script");
  script.type = "application/json";
  script.id = "view";
  script.textContent = JSON.stringify({ language: "tr", elements: [] });
  document.head.replaceChildren(script);
  const widget = own === undefined ? null : ({ default_language_code: own } as FrameConfiguration);
  const visit = {
    query: new URLSearchParams(query),
    originUrl: "",
    ...(widgetLanguage && { widgetLanguage }),
  };
  return readFirstView(document, bootForTests({ widget, flow: { hiddenFields } as FlowOutline }), visit)
    ?.language;
}

it("is the one that the server has put into the page", () => {
  expect(read({})).toBe("tr");
  expect(read({ query: "utm_source=mail&creator_id=c" })).toBe("tr");
});

it("is left to the engine where the address has answers", () => {
  expect(read({ query: 'responses={"mood":"good"}' })).toBeUndefined();
  // A damaged value is ignored by the engine, too.
  expect(read({ query: 'responses={"mood":' })).toBe("tr");
});

it("is left to the engine where hidden fields read the host page's address", () => {
  expect(read({ query: "store=Ankara", hiddenFields: ["store"] })).toBeUndefined();
  expect(read({ query: "sdi=1&sci=2", hiddenFields: ["store"] })).toBe("tr");
});

it.each([
  ["the widget's own", { own: "TR", widgetLanguage: "tr" }, "tr"],
  ["one that the flow does not have, of which the server knew", { own: "de", widgetLanguage: "de" }, "tr"],
  ["that of the view, as the host page says", { own: "en", widgetLanguage: "tr" }, "tr"],
  ["another, as the host page says", { own: "tr", widgetLanguage: "en" }, undefined],
  ["none", {}, "tr"],
])("the language of the widget is %s", (_, languages, expected) => {
  expect(read(languages)).toBe(expected);
});

it("is absent where the server has left it out", () => {
  const visit = { query: new URLSearchParams(), originUrl: "" };
  expect(readFirstView(document, bootForTests(), visit)).toBeUndefined();
});
