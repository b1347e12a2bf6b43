import { expect, it } from "vitest";
import { returnPath } from "./returnPath";

it.each([
  ["/inbox", "/inbox"],
  ["/inbox?view=mine&text=a%20b#12", "/inbox?view=mine&text=a%20b#12"],
  ["/flows/../me", "/me"],
  ["/a//evil.example", "/a//evil.example"],
])("%s is returned to", (wanted, path) => {
  expect(returnPath(wanted)).toBe(path);
});

it.each([
  undefined,
  12,
  "",
  "inbox",
  "/",
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/../../evil",
  "/..//evil.example",
  "/a/..//evil.example",
  "/a/..\\/evil.example",
  "/\t/evil.example",
  "/%2e%2e/%2e%2e/feedback",
  "/.//evil.example",
  "/sign-in?return=/me",
  "/welcome",
  "/reset#x",
])("%s is not", (wanted) => {
  expect(returnPath(wanted)).toBe("/inbox");
});
