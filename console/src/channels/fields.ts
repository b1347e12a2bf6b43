import { type Document, isDocument, type Path } from "./document";

/** The part of a JSON Schema that says which control a field has. */
export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Readonly<Record<string, Schema>>;
  propertyNames?: unknown;
  items?: Schema;
}

/** With what somebody changes the value of a field. */
export type Control =
  | { kind: "switch" }
  | { kind: "number"; isWhole: boolean }
  | { kind: "choice"; values: readonly string[] }
  | { kind: "lines" }
  | { kind: "color" }
  | { kind: "texts"; mayBeOne: boolean }
  | { kind: "text" }
  | { kind: Special };

/** Controls that a layout names, since schemas do not tell them apart. */
type Special = "flow" | "language_id" | "language_code" | "time_zone" | "hours" | "secret" | "long_text";

/** A field of a record that has a control. */
export interface Field {
  path: Path;
  /** By which its label and its hint are named: `channels_field_NAME`, `channels_hint_NAME`. */
  name: string;
  control: Control;
  /** Of a switch: what holds where the record says nothing. */
  isOnByDefault: boolean;
}

/** Fields that belong together on a page. */
export interface Group {
  id: string;
  fields: readonly Field[];
}

/** How a layout names a field: by its path, `chat.greeting`, and what its schema does not say. */
export interface Placed {
  path: string;
  /** Where two records have a field of one name that means different things. */
  name?: string;
  as?: Special;
  isOnByDefault?: boolean;
}

export interface Layout {
  groups: readonly Group[];
  /** What a record is called by: no control changes it. */
  fixed: readonly string[];
}

/** Fills a layout by hand with the controls that a schema asks for. */
export function layOut(
  schema: Schema,
  fixed: readonly string[],
  groups: Readonly<Record<string, readonly (string | Placed)[]>>,
): Layout {
  return {
    fixed,
    groups: Object.entries(groups).map(([id, placed]) => ({
      id,
      fields: placed.map((field) => fieldOf(schema, typeof field === "string" ? { path: field } : field)),
    })),
  };
}

/** Returns the parts of a record that have no control of their own. */
export function restOf(document: Document, { groups, fixed }: Layout): Document {
  const placed = groups.flatMap(({ fields }) => fields.map(({ path }) => path));
  return without(document, [...placed, ...fixed.map((name) => [name])]);
}

/**
 * Returns the record with another rest.
 *
 * @returns also the first field of the rest that has a control of its own, and so does not belong there.
 */
export function withRest(
  document: Document,
  rest: Document,
  layout: Layout,
): { document: Document; foreign: Path | null } {
  const own = without(document, leavesOf(restOf(document, layout)));
  const placed = layout.groups.flatMap(({ fields }) => fields.map(({ path }) => path));
  const foreign = [...placed, ...layout.fixed.map((name) => [name])].find((path) => has(rest, path)) ?? null;
  return { document: deepMerge(own, rest), foreign };
}

function fieldOf(schema: Schema, { path, name, as, isOnByDefault = false }: Placed): Field {
  const names = path.split(".");
  const found = names.reduce<Schema | undefined>((at, part) => at?.properties?.[part], schema);
  if (!found) throw new Error(`The schema has no field ${path}.`);
  const control: Control = as ? { kind: as } : controlOf(found);
  return { path: names, name: name ?? path.replaceAll(".", "_"), control, isOnByDefault };
}

function controlOf(schema: Schema): Control {
  const types = [schema.type ?? []].flat();
  const words = schema.enum ?? /^\^\(\|([a-z|]+)\)\$$/.exec(schema.pattern ?? "")?.[1]?.split("|");
  if (words) return { kind: "choice", values: words.filter((word) => typeof word === "string") };
  if (types.includes("boolean")) return { kind: "switch" };
  if (types.includes("integer")) return { kind: "number", isWhole: true };
  if (types.includes("number")) return { kind: "number", isWhole: false };
  if (types.includes("array")) return { kind: "lines" };
  if (schema.propertyNames) return { kind: "texts", mayBeOne: types.includes("string") };
  return schema.pattern?.includes("#(") ? { kind: "color" } : { kind: "text" };
}

function without(document: Document, paths: readonly Path[]): Document {
  return Object.fromEntries(
    Object.entries(document).flatMap(([name, value]) => {
      const within = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
      if (within.some((path) => path.length === 0)) return [];
      if (within.length === 0 || !isDocument(value)) return [[name, value]];
      const left = without(value, within);
      return Object.keys(left).length === 0 ? [] : [[name, left]];
    }),
  );
}

function leavesOf(document: Document): Path[] {
  return Object.entries(document).flatMap(([name, value]) => {
    const below = isDocument(value) ? leavesOf(value) : [];
    return below.length === 0 ? [[name]] : below.map((path) => [name, ...path]);
  });
}

/** Returns whether the document has something at a path, or on the way to it something that can have no fields. */
function has(document: Document, path: Path): boolean {
  const [name = "", ...rest] = path;
  if (!Object.hasOwn(document, name)) return false;
  const value = document[name];
  if (rest.length === 0) return true;
  return isDocument(value) ? has(value, rest) : value !== null;
}

function deepMerge(one: Document, other: Document): Document {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const own = merged[name];
    merged[name] = isDocument(own) && isDocument(value) ? deepMerge(own, value) : value;
  }
  return merged;
}
