import { expect, it } from "vitest";
import { hostAddress } from "./address.ts";

it("keeps origin, path and tracking pairs, and drops everything that may be secret", () => {
  const address = "https://user:word@shop.test:8443/basket/2?token=s3cret&sci=b&sdi=a&utm=x#private";
  expect(hostAddress(address)).toEqual({
    originUrl: "https://shop.test:8443/basket/2?sdi=a&sci=b",
    query: "sdi=a&sci=b",
  });
});

it("keeps the parameter for internal feedback in the query, but not in the address", () => {
  expect(hostAddress("https://shop.test/?internal=true&pndi=1&pnci=%26")).toEqual({
    originUrl: "https://shop.test/?pndi=1&pnci=%26",
    query: "pndi=1&pnci=%26&internal=true",
  });
});

it("has no query if there is nothing to keep", () => {
  expect(hostAddress("https://shop.test/a?b=c")).toEqual({ originUrl: "https://shop.test/a", query: "" });
});
