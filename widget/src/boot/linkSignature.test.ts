import { expect, it } from "vitest";
import { readSignature } from "./linkSignature";

it("a signed link has a signature", () => {
  expect(readSignature(new URLSearchParams("node_id=n&signature=a_1.b-2.c"))).toBe("a_1.b-2.c");
});

it.each(["", "signature=", "signature=abc", "signature=a.b.c%0A", "signature=%C5%9F.b.c"])(
  "%s has none",
  (query) => {
    expect(readSignature(new URLSearchParams(query))).toBeUndefined();
  },
);
