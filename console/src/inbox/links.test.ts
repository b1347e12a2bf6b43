import { expect, it } from "vitest";
import { splitLinks } from "./links";

it("finds addresses, without what ends a sentence", () => {
  expect(splitLinks("See https://shop.example/a?b=1. Or (http://x.example)!")).toEqual([
    { text: "See " },
    { text: "https://shop.example/a?b=1", address: "https://shop.example/a?b=1" },
    { text: ". Or (" },
    { text: "http://x.example", address: "http://x.example/" },
    { text: ")!" },
  ]);
});

it.each(["javascript:alert(1)", "https://bank.example@other.example/", "http://", "data:text/html,x"])(
  "links nothing in %s",
  (body) => {
    expect(splitLinks(body)).toEqual([{ text: body }]);
  },
);
