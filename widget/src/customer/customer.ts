import type { Customer } from "../engine/types";

const TEXT_FIELDS = ["email", "name", "phone_number", "gender", "external_id"] as const;

/**
 * Reads the fields of a customer that the engine knows (docs/engine.md#customer). What has another form is left out: the
 * fields come from signed links and host pages, which may have their own.
 */
export function readCustomer(value: unknown): Customer {
  const fields = asObject(value);
  const customer: Partial<Customer> = {};
  const id = textIn(fields, "id");
  if (id) customer.id = id;
  for (const name of TEXT_FIELDS) {
    const text = textIn(fields, name);
    if (text) customer[name] = text;
  }
  const { birth_year: year, schema, custom_attributes: attributes } = fields;
  if (typeof year === "number" && Number.isInteger(year) && year >= 1 && year <= 9999) {
    customer.birth_year = year;
  }
  const texts = Object.entries(asObject(schema)).filter((entry): entry is [string, string] => {
    return typeof entry[1] === "string";
  });
  if (texts.length > 0) customer.schema = Object.fromEntries(texts);
  if (Object.keys(asObject(attributes)).length > 0) customer.custom_attributes = asObject(attributes);
  return customer as Customer;
}

/** Reads a text that is not empty, or a number as text. */
export function textIn(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the value if it is a plain object, else an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}
