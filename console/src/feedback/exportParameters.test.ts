import { expect, it } from "vitest";
import { exportParameters } from "./exportParameters";
import { neighbor } from "./neighbor";

it("exports what the filter chooses, and of a table its flow", () => {
  const filter = { node: "shop", to: "2026-03-31", language: "l1", flow: "visit" };
  const table = exportParameters(filter, { format: "csv", flow: "visit", isInWords: true });
  expect(Object.fromEntries(table)).toEqual({
    node_id: "shop",
    received_to: "2026-04-01",
    language_id: "l1",
    flow_id: "visit",
    format: "csv",
    header: "texts",
    values: "texts",
    bom: "true",
  });
  const lines = exportParameters({ node: "shop" }, { format: "ndjson", flow: undefined, isInWords: true });
  expect(lines.toString()).toBe("node_id=shop&format=ndjson");
});

it("steps from one feedback to the next, and begins with the first", () => {
  expect(neighbor(["a", "b"], undefined, 1)).toBe("a");
  expect(neighbor(["a", "b"], undefined, -1)).toBeUndefined();
  expect(neighbor(["a", "b"], "a", 1)).toBe("b");
  expect(neighbor(["a", "b"], "b", 1)).toBeUndefined();
  expect(neighbor(["a", "b"], "b", -1)).toBe("a");
  expect(neighbor([], undefined, 1)).toBeUndefined();
});
