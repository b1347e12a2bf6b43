import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hostAddress } from "./address.ts";

it("keeps origin, path and tracking pairs, and drops everything that may be secret", () => {
  const address = "https://user:word@shop.test:8443/basket/2?token=s3cret&sci=b&sdi=a&utm_source=x#private";
  expect(hostAddress(address, {})).toEqual({
    originUrl: "https://shop.test:8443/basket/2?sdi=a&sci=b",
    query: "sdi=a&sci=b",
  });
});

it("keeps the parameter for internal feedback in the query, but not in the address", () => {
  expect(hostAddress("https://shop.test/?internal=true&pndi=1&pnci=%26", {})).toEqual({
    originUrl: "https://shop.test/?pndi=1&pnci=%26",
    query: "pndi=1&pnci=%26&internal=true",
  });
});

it("has no query if there is nothing to keep", () => {
  expect(hostAddress("https://shop.test/a?b=c", {})).toEqual({
    originUrl: "https://shop.test/a",
    query: "",
  });
});

it("keeps campaign parameters, and in the query what hidden fields read", () => {
  const address =
    "https://shop.test/?token=s&store=Ankara&utm_source=news%20letter&utm_source=2&gclid=g&sdi=a#utm_x=1";
  const configuration = { campaign_parameters: ["utm_*", "gclid"], hidden_fields: ["store", "gclid"] };
  expect(hostAddress(address, configuration)).toEqual({
    originUrl: "https://shop.test/?sdi=a&utm_source=news+letter&gclid=g",
    query: "sdi=a&utm_source=news+letter&gclid=g&store=Ankara",
  });
});

it("keeps the same names as the server", () => {
  const file = new URL("../../../engine/fixtures/campaign-parameters.json", import.meta.url);
  const cases = JSON.parse(readFileSync(file, "utf8")) as {
    names: string[];
    kept: string[];
    dropped: string[];
  }[];
  for (const { names, kept, dropped } of cases) {
    const query = new URLSearchParams([...dropped, ...kept].map((name) => [name, "1"]));
    const found = new URL(
      hostAddress(`https://shop.test/?${query}`, { campaign_parameters: names }).originUrl,
    );
    expect([...found.searchParams.keys()]).toEqual(kept);
  }
});
