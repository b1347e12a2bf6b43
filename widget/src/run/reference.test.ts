import { expect, it } from "vitest";
import { referenceOf } from "./reference";

it.each([
  ["00000000-0000-4000-8000-000000000000", "0000-0000"],
  ["ffffffff-ff00-4000-8000-000000000000", "ZZZZ-ZZZZ"],
  ["9a8b7c6d-5e4f-4321-8000-000000000000", "KA5Q-RVAY"],
])("the first 40 bits of %s are %s", (runId, reference) => {
  expect(referenceOf(runId)).toBe(reference);
});
