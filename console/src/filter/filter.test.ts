import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  dayAfter,
  FILTER_NAMES,
  FILTER_PARTS,
  type Filter,
  filterOf,
  filterParameters,
  hasPart,
  lastDays,
  ofFlow,
  PARAMETERS,
  PARTS,
  presetOf,
  readFilter,
  withoutPart,
} from "./filter";

const FULL: Required<Filter> = {
  node: "shop",
  flow: "visit",
  revision: 3,
  language: "en",
  status: "complete",
  from: "2026-03-01",
  to: "2026-03-31",
  given_from: "2026-02-28",
  given_to: "2026-12-31",
  device: "3cMv6GLfIrR6nM7ZsjwfxA",
  customer: "+90 532 123 45 67",
  verified: false,
  reference: "ABC-1",
  question: "mood",
  option: "bad",
  at_least: 0,
  at_most: 6.5,
  contains: "a b",
  review: "in_progress",
  tag: "too slow",
  text: "şık & <b>",
};

/** The parameters of a call in the description of the interface, but those of the path. */
function parametersOf(path: string): string[] {
  const api = JSON.parse(readFileSync("../docs/openapi.json", "utf8"));
  const parameters: { name: string; in: string }[] = api.paths[path].get.parameters;
  return parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
}

it.each([
  ["/v1/staff/feedbacks", ["updated_since", "texts", "total", "after", "limit"]],
  ["/v1/staff/feedbacks/export", ["format", "header", "values", "bom", "separator"]],
])("has all filters of %s, by the server's names", (path, others) => {
  const filters = parametersOf(path).filter((name) => !others.includes(name));
  expect(filters.sort()).toEqual(Object.values(PARAMETERS).sort());
});

it("summaries take the same filters", () => {
  expect(parametersOf("/v1/staff/flows/{flow_id}/summary")).toEqual(
    expect.arrayContaining(Object.values(PARAMETERS).filter((name) => name !== "flow_id")),
  );
});

it("reads what it writes, also as an address has it", () => {
  expect(readFilter(FULL)).toEqual(FULL);
  expect(readFilter(Object.fromEntries(FILTER_NAMES.map((name) => [name, String(FULL[name])])))).toEqual(
    FULL,
  );
});

it("ends before the day after the last one", () => {
  const parameters = filterParameters(FULL);
  expect(parameters.get("received_from")).toBe("2026-03-01");
  expect(parameters.get("received_to")).toBe("2026-04-01");
  expect(parameters.get("created_to")).toBe("2027-01-01");
  expect(parameters.get("verified")).toBe("false");
  expect(parameters.get("at_least")).toBe("0");
  expect([...parameters.keys()]).toHaveLength(FILTER_NAMES.length);
});

it("reads the parameters of the server again", () => {
  const parameters = Object.fromEntries(filterParameters(FULL));
  expect(filterOf({ ...parameters, header: "texts" })).toEqual(FULL);
});

it.each([
  { from: "2026-02-30" },
  { from: "yesterday" },
  { from: ["2026-02-01"] },
  { status: "done" },
  { review: "old" },
  { verified: "maybe" },
  { revision: -1 },
  { node: {} },
  { node: "" },
  { text: "  " },
  { tag: "x".repeat(501) },
  { option: "bad" },
  { at_least: 3, contains: "x" },
  { unknown: "x" },
])("drops %j", (search) => {
  expect(readFilter(search as Record<string, unknown>)).toEqual({});
});

it("numbers in an address are texts where texts are meant", () => {
  expect(readFilter({ node: 12, text: 2026, verified: true })).toEqual({
    node: "12",
    text: "2026",
    verified: true,
  });
});

it("loses with a flow what only this flow has", () => {
  const rest = withoutPart(FULL, "flow");
  expect(rest).not.toHaveProperty("question");
  expect(rest).not.toHaveProperty("language");
  expect(rest).toHaveProperty("node", "shop");
  expect(ofFlow(FULL, "visit")).toEqual(FULL);
  expect(ofFlow(FULL, "other")).toEqual({ ...rest, flow: "other" });
});

it("every name belongs to a part, and no part is left when all are removed", () => {
  expect(new Set(Object.values(PARTS).flat())).toEqual(new Set(FILTER_NAMES));
  expect(FILTER_PARTS.reduce(withoutPart, FULL as Filter)).toEqual({});
  expect(FILTER_PARTS.every((part) => hasPart(FULL, part))).toBe(true);
  expect(FILTER_PARTS.some((part) => hasPart({}, part))).toBe(false);
});

it("knows the periods that it offers", () => {
  expect(lastDays(7, "2026-03-03")).toEqual({ from: "2026-02-25", to: "2026-03-03" });
  expect(presetOf(lastDays(30, "2026-03-03"), "2026-03-03")).toBe(30);
  expect(presetOf(lastDays(30, "2026-03-03"), "2026-03-04")).toBeUndefined();
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
});

it("drops days of which the server reads no neighbor, and those before any feedback", () => {
  expect(readFilter({ from: "0001-01-01", to: "9999-12-31", given_to: "2199-12-31" })).toEqual({
    given_to: "2199-12-31",
  });
});
