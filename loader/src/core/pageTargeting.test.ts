import { afterEach, expect, it } from "vitest";
import { type Globals, usePristineGlobals } from "../basics/pristineGlobals.ts";
import { createAddressRule, isDomainAllowed, isMobile } from "./pageTargeting.ts";

afterEach(() => usePristineGlobals(globalThis as Globals));

const isAddressEnabled = (address: string, patterns: string[] | undefined) =>
  createAddressRule(patterns)(address);

/** Has the patterns of a rule run by a clock of its own, and writes down what they are matched with. */
function watchMatching(milliseconds: number) {
  const subjects: string[] = [];
  const errors: string[] = [];
  let now = 0;
  class WatchedRegExp extends RegExp {
    override test(subject: string): boolean {
      subjects.push(subject);
      now += milliseconds;
      return super.test(subject);
    }
  }
  usePristineGlobals({
    String,
    RegExp: WatchedRegExp,
    Date: { now: () => now },
    console: { error: (text: string) => errors.push(text) },
  } as unknown as Globals);
  return { subjects, errors };
}

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

it("matches at most 2,000 characters of an address, and its fragment for a pattern with # only", () => {
  const { subjects } = watchMatching(0);
  const page = "https://shop.test/basket";
  isAddressEnabled(`${page}#${"checkout".repeat(1_000)}`, ["x", "#x"]);
  isAddressEnabled(`${page}?a=${"b".repeat(5_000)}#c`, ["x"]);
  isAddressEnabled(page, ["x"]);
  isAddressEnabled(`${page}#`, ["x"]);
  expect(subjects.map((subject) => subject.length)).toEqual([24, 2_000, 2_000, 24, 24]);
  expect(subjects[0]).toBe(page);
  expect(isAddressEnabled(`${page}#/settings`, ["/settings"])).toBe(false);
  expect(isAddressEnabled(`${page}#/settings`, ["#/settings$"])).toBe(true);
});

it("gives up on patterns that take long, and says so", () => {
  const { subjects, errors } = watchMatching(30);
  const rule = createAddressRule(["slow", "slower", "/basket"]);
  expect(rule("https://shop.test/basket")).toBe(false);
  expect(subjects.length).toBe(2);
  expect(errors).toEqual(["[Pulsen] enabled_urls stopped: slower is too slow."]);
  expect(rule("https://shop.test/slow")).toBe(false);
  expect(subjects.length).toBe(2);
  expect(errors.length).toBe(1);
});

it("does not give up on patterns that are quick", () => {
  const { errors } = watchMatching(20);
  const rule = createAddressRule(["/sale", "/basket"]);
  for (let times = 0; times < 9; times++) expect(rule("https://shop.test/basket")).toBe(true);
  expect(errors).toEqual([]);
});

it("recognizes mobile browsers by their user agent", () => {
  expect(isMobile("Mozilla/5.0 (iPhone) Version/19.0 Mobile/15E148")).toBe(true);
  expect(isMobile("Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0")).toBe(false);
});
