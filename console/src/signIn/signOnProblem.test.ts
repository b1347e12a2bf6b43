import { expect, it } from "vitest";
import { signOnProblem } from "./signOnProblem";

it("has words for what the server names, and for nothing else", () => {
  expect(signOnProblem("no_account")).toBe("sso_no_account");
  for (const other of [undefined, "", "page_broken", "toString", "__proto__"])
    expect(signOnProblem(other)).toBeNull();
});
