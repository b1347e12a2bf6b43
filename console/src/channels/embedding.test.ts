import { expect, it } from "vitest";
import { linkAddress, tagAfterLoad, tagOf } from "./embedding";
import { idOf, newCode } from "./newChannel";
import { reasonsForEmptySample } from "./sample";

it("writes the tag as the documentation does", () => {
  expect(tagOf("https://feedback.example.com", "PSN-MYSHOP1")).toBe(
    '<script async src="https://feedback.example.com/loader/PSN-MYSHOP1.js"></script>',
  );
  expect(tagAfterLoad("https://example.com/feedback", "PSN-MYSHOP1")).toContain(
    'script.src = "https://example.com/feedback/loader/PSN-MYSHOP1.js";',
  );
});

it("writes the address of a link page", () => {
  expect(linkAddress("https://example.com", "bad id&x")).toBe(
    "https://example.com/feedback?node_id=bad%20id%26x",
  );
});

it.each([
  ["Fener Coffee", [], "fener-coffee"],
  ["Çılgın Şube!", [], "cilgin-sube"],
  ["Shop", ["shop", "shop-2"], "shop-3"],
  ["قهوة", [], "channel"],
])("makes an id of %s", (name, taken, id) => {
  expect(idOf(name, taken)).toBe(id);
});

it("makes codes that the server takes", () => {
  expect(newCode()).toMatch(/^PSN-[A-Za-z0-9-]{7}$/);
  expect(newCode()).not.toBe(newCode());
});

it("tells why a sample may stay empty", () => {
  const address = "https://feedback.example.com/widget?code=PSN-MYSHOP1";
  expect(reasonsForEmptySample({}, { status: "active" }, address)).toEqual([]);
  expect(reasonsForEmptySample({ enabled_urls: ["/widget"] }, undefined, address)).toEqual([]);
  expect(
    reasonsForEmptySample(
      { enabled_urls: ["/cart", "["], consent: "required", hide_widget: true, is_visible: false },
      { status: "inactive" },
      address,
    ),
  ).toEqual([
    "channels_sample_empty_urls",
    "channels_sample_empty_consent",
    "channels_sample_empty_hidden",
    "channels_sample_empty_node",
  ]);
  expect(reasonsForEmptySample({ is_visible: false }, undefined, address)).toEqual([
    "channels_sample_empty_launcher",
  ]);
});
