import { expect, it } from "vitest";
import { isOfStaff } from "./isOfStaff";

it.each([
  ["/staff", "/", true],
  ["/staff/", "/", true],
  ["/staff/sign-in", "/", true],
  ["/staff/feedback?node_id=shop", "/", true],
  ["/staff/assets/index-1.js", "/", true],
  ["/staff/logo.png", "/", true],
  ["/v1/staff/session", "/", true],
  ["/v1/staff/uploads/1", "/", true],
  ["/pulsen/staff/me", "/pulsen/", true],
  ["/pulsen/v1/staff/session", "/pulsen/", true],
  ["/staffing.png", "/", false],
  ["/pictures/staff/ann.png", "/", false],
  ["/feedback?node_id=staff", "/", false],
  ["/v1/nodes/staff", "/", false],
  ["/staff/me", "/pulsen/", false],
])("%s below %s: %s", (address, folder, expected) => {
  expect(isOfStaff(new URL(address, "https://pulsen.example"), folder)).toBe(expected);
});
