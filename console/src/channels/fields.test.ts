// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import nodeSchema from "../../../examples/schema/node.json";
import widgetSchema from "../../../examples/schema/widget.json";
import { en } from "../texts/en";
import { type Document, isDocument, valueAt } from "./document";
import { type Control, type Layout, restOf, type Schema, withRest } from "./fields";
import { readHours } from "./hours";
import { NODE_LAYOUT, WIDGET_LAYOUT } from "./layouts";

const LAYOUTS: [string, Layout, Schema][] = [
  ["node", NODE_LAYOUT, nodeSchema as Schema],
  ["widget", WIDGET_LAYOUT, widgetSchema as Schema],
];

const fieldsOf = ({ groups }: Layout) => groups.flatMap(({ fields }) => fields);

/** All fields of a schema, with those in objects. Objects by language and objects of secrets are values. */
function pathsOf(schema: Schema, within: string[] = []): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = [...within, name];
    return field.properties && [field.type].flat().every((type) => type === "object" || type === "null")
      ? pathsOf(field, path)
      : [path];
  });
}

const nested = (path: readonly string[], value: unknown): Record<string, unknown> => {
  const [name = "", ...rest] = path;
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
};

it.each(LAYOUTS)(
  "every field of a %s is either in a group, or in the editor of JSON, or fixed",
  (_, layout, schema) => {
    for (const path of pathsOf(schema)) {
      const isPlaced = fieldsOf(layout).some((field) => field.path.join() === path.join());
      const isInRest = Object.keys(restOf(nested(path, 1), layout)).length > 0;
      const isFixed = layout.fixed.includes(path.join("."));
      expect([isPlaced, isInRest, isFixed].filter(Boolean), path.join(".")).toHaveLength(1);
    }
  },
);

it.each(LAYOUTS)("every field of a %s is placed once, with a label", (_, layout) => {
  const paths = fieldsOf(layout).map(({ path }) => path.join("."));
  expect(new Set(paths).size).toBe(paths.length);
  for (const { id } of layout.groups) expect(en).toHaveProperty(`channels_group_${id}`);
  for (const { name, control } of fieldsOf(layout)) {
    expect(en).toHaveProperty(`channels_field_${name}`);
    if (control.kind !== "choice") continue;
    for (const value of control.values) expect(en).toHaveProperty(`channels_value_${value}`);
  }
});

it("has no texts of fields that there are not", () => {
  const names = LAYOUTS.flatMap(([, layout]) => fieldsOf(layout).map(({ name }) => name));
  const told = Object.keys(en).flatMap((key) => /^channels_(?:field|hint)_(.*)$/.exec(key)?.[1] ?? []);
  expect(told.filter((name) => !names.includes(name))).toEqual([]);
});

it.each(LAYOUTS)("switches of a %s have the default of the schema", (_, layout, schema) => {
  const switches = fieldsOf(layout).filter(({ control }) => control.kind === "switch");
  expect(switches.length).toBeGreaterThan(5);
  for (const { path, isOnByDefault } of switches) {
    const found = path.reduce<Schema | undefined>((at, name) => at?.properties?.[name], schema);
    const told = /Default: (true|false)/.exec((found as { description?: string }).description ?? "")?.[1];
    expect(String(isOnByDefault), path.join(".")).toBe(told ?? "true");
  }
});

it("takes the control from the schema", () => {
  const controls = new Map(fieldsOf(WIDGET_LAYOUT).map(({ path, control }) => [path.join("."), control]));
  expect(controls.get("width_type")).toEqual({ kind: "choice", values: ["rate", "px"] });
  expect(controls.get("size")).toEqual({ kind: "number", isWhole: false });
  expect(controls.get("display_on_scroll")).toEqual({ kind: "number", isWhole: true });
  expect(controls.get("primary_color")).toEqual({ kind: "color" });
  expect(controls.get("popover_text")).toEqual({ kind: "texts", mayBeOne: false });
  expect(controls.get("enabled_urls")).toEqual({ kind: "lines" });
  expect(controls.get("display_on_click")).toEqual({ kind: "text" });
});

const NODE = {
  id: "shop",
  name: "Shop",
  type: "web",
  channel_quota: { active: true, later: 1 },
  phone_countries: [],
};

it("keeps the rest apart, also within objects", () => {
  expect(restOf(NODE, NODE_LAYOUT)).toEqual({
    type: "web",
    channel_quota: { later: 1 },
    phone_countries: [],
  });
});

it("puts another rest in, and what is gone from it out", () => {
  const { document, foreign } = withRest(NODE, { channel_quota: {}, later: true }, NODE_LAYOUT);
  expect(document).toEqual({ id: "shop", name: "Shop", channel_quota: { active: true }, later: true });
  expect(foreign).toBeNull();
});

it("names a field that has a control of its own", () => {
  expect(withRest(NODE, { name: "Other" }, NODE_LAYOUT).foreign).toEqual(["name"]);
  expect(withRest(NODE, { channel_quota: { active: false } }, NODE_LAYOUT).foreign).toEqual([
    "channel_quota",
    "active",
  ]);
  expect(withRest(NODE, { id: "other" }, NODE_LAYOUT).foreign).toEqual(["id"]);
});

it("refuses a value in place of an object with controls, but for null", () => {
  expect(withRest(NODE, { channel_quota: 1 }, NODE_LAYOUT).foreign).toEqual(["channel_quota", "active"]);
  expect(withRest({ id: "shop" }, { chat: null }, NODE_LAYOUT)).toEqual({
    document: { id: "shop", chat: null },
    foreign: null,
  });
});

/** Returns whether a control shows a value as it is, and so does not change it unseen. */
function shows(control: Control, value: unknown): boolean {
  switch (control.kind) {
    case "switch":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    case "lines":
      return Array.isArray(value) && value.every((line) => line === String(line).trim() && line !== "");
    case "texts":
      return isDocument(value) || (control.mayBeOne && typeof value === "string");
    case "hours":
      return readHours(value) !== null;
    case "secret":
      return typeof value === "string" || isDocument(value);
    default:
      return typeof value === "string";
  }
}

it("shows all records of the examples as they are", () => {
  const examples = new URL("../../../examples/", import.meta.url);
  const files = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?:^|\/)(?:nodes|widgets)\/[^/]+\.json$/.test(name),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const record: Document = JSON.parse(readFileSync(new URL(file, examples), "utf8"));
    const layout = /(?:^|\/)nodes\//.test(file) ? NODE_LAYOUT : WIDGET_LAYOUT;
    expect(withRest(record, restOf(record, layout), layout), file).toEqual({
      document: record,
      foreign: null,
    });
    for (const { path, control } of fieldsOf(layout)) {
      const value = valueAt(record, path);
      if (value !== undefined) expect(shows(control, value), `${file}: ${path.join(".")}`).toBe(true);
    }
  }
});
