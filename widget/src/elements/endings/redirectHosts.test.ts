import { expect, it } from "vitest";
import { isAllowed } from "./redirectHosts";

it.each([
  ["https://shop.example/thanks", true],
  ["https://SHOP.example:8443/", true],
  ["http://shop.example/", false],
  ["https://a.shop.example/", false],
  ["https://shop.example.evil.example/", false],
  ["https://shop.example@evil.example/", false],
  ["https://eu.pay.example/", true],
  ["https://pay.example/", false],
  ["https://evilpay.example/", false],
])("leads to %s: %s", (url, allowed) => {
  expect(isAllowed(new URL(url), ["Shop.example", "*.pay.example"])).toBe(allowed);
});

it("leads nowhere where the node names no hosts", () => {
  expect(isAllowed(new URL("https://shop.example/"))).toBe(false);
});
