import { expect, it } from "vitest";
import { isAddressEnabled, isDomainAllowed, isMobile } from "./displayRules.ts";

it("allows a domain and its subdomains, but no similar domain", () => {
  const allowed = (host: string) => isDomainAllowed(host, ["Example.com", "shop.test"], "pulsen.example");
  for (const host of ["example.com", "www.example.com", "a.b.example.com", "EXAMPLE.COM", "shop.test"]) {
    expect(allowed(host), host).toBe(true);
  }
  for (const host of ["notexample.com", "example.com.evil.test", "example.co", "com", ""]) {
    expect(allowed(host), host).toBe(false);
  }
});

it("allows the provider's own host, but not its subdomains", () => {
  expect(isDomainAllowed("pulsen.example", ["example.com"], "pulsen.example")).toBe(true);
  expect(isDomainAllowed("evil.pulsen.example", ["example.com"], "pulsen.example")).toBe(false);
});

it("allows every host if no domain is named", () => {
  expect(isDomainAllowed("anything.test", [], "pulsen.example")).toBe(true);
  expect(isDomainAllowed("", undefined, "pulsen.example")).toBe(true);
});

it("matches addresses without regard to case; invalid patterns match nothing", () => {
  const address = "https://shop.test/Basket?step=2";
  expect(isAddressEnabled(address, ["/basket"])).toBe(true);
  expect(isAddressEnabled(address, ["(", "step=\\d$"])).toBe(true);
  expect(isAddressEnabled(address, ["("])).toBe(false);
  expect(isAddressEnabled(address, ["/checkout"])).toBe(false);
  expect(isAddressEnabled(address, [])).toBe(true);
  expect(isAddressEnabled(address, undefined)).toBe(true);
});

it("recognizes mobile browsers by their user agent", () => {
  expect(isMobile("Mozilla/5.0 (iPhone) Version/19.0 Mobile/15E148")).toBe(true);
  expect(isMobile("Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0")).toBe(false);
});
