import { expect, it } from "vitest";
import { byFeedback } from "./flowOrder";

it("flows with most feedback come first, those without any last and in their order", () => {
  const flows = ["bug", "ces", "nps", "visit", "web"].map((id) => ({ id }));
  const counts = new Map([
    ["bug", 0],
    ["ces", 3],
    ["nps", undefined],
    ["visit", 20],
    ["web", 3],
  ]);
  expect(byFeedback(flows, counts).map(({ id }) => id)).toEqual(["visit", "ces", "web", "bug", "nps"]);
});
