// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { takeSecret } from "./secret";

it.each([
  ["/staff/welcome#s3cret", "s3cret", "/staff/welcome"],
  ["/feedback/staff/reset?a=b#s3cret", "s3cret", "/feedback/staff/reset?a=b"],
  ["/staff/reset", null, "/staff/reset"],
  ["/staff/me#part", null, "/staff/me#part"],
])("%s has the secret %s, and becomes %s", (address, secret, left) => {
  history.replaceState(null, "", address);
  expect(takeSecret()).toBe(secret);
  expect(location.pathname + location.search + location.hash).toBe(left);
});
