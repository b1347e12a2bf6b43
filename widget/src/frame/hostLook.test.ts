// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { applyHostLook } from "./hostLook";

function propertiesWith(look: object) {
  const page = document.createElement("html");
  applyHostLook(page, look);
  const read = (name: string) => page.style.getPropertyValue(name);
  return {
    accent: read("--accent"),
    onAccent: read("--on-accent"),
    radius: read("--radius-button"),
    font: read("--font"),
  };
}

it("gives the page the host's color, radius and font", () => {
  expect(propertiesWith({ color: "#0B6B3A", radius: 6, font: '"Fira Sans", serif' })).toEqual({
    accent: "rgb(11 107 58)",
    onAccent: "rgb(255 255 255)",
    radius: "6px",
    font: '"Fira Sans", serif, system-ui, sans-serif',
  });
});

it.each([
  {},
  { color: "red", radius: "6px", font: 7 },
  { color: "#0B6B3A80", radius: -1, font: "url(https://shop.test/a)" },
  { color: "#12", radius: Number.NaN, font: "serif; color: red" },
  { radius: 25, font: "a".repeat(201) },
])("leaves out what is none: %j", (look) => {
  expect(propertiesWith(look)).toEqual({ accent: "", onAccent: "", radius: "", font: "" });
});
