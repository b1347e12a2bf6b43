import { expect, it } from "vitest";
import { hostAddress } from "./address.ts";

it("keeps origin, path and tracking pairs, and nothing that may be a secret", () => {
  const address = "https://user:word@shop.test:8443/basket/2?token=s3cret&sci=b&sdi=a&utm=x#private";
  expect(hostAddress(address)).toEqual({
    originUrl: "https://shop.test:8443/basket/2?sdi=a&sci=b",
    query: "sdi=a&sci=b",
  });
});

it("hands on the mark of internal feedback, which is no part of the address", () => {
  expect(hostAddress("https://shop.test/?internal=true&pndi=1&pnci=%26")).toEqual({
    originUrl: "https://shop.test/?pndi=1&pnci=%26",
    query: "pndi=1&pnci=%26&internal=true",
  });
});

it("is bare where there is nothing to keep", () => {
  expect(hostAddress("https://shop.test/a?b=c")).toEqual({ originUrl: "https://shop.test/a", query: "" });
});
