/**
 * The answers that a link brings along in `responses`: a JSON object with a text, number or boolean for each question,
 * by key or id; a list for several options. `undefined` where there are none, or where it is something else: a link
 * that was cut off by a mail program still leads to the flow.
 */
export function readPreloaded(query: URLSearchParams): Record<string, string> | undefined {
  const all = parse(query.get("responses"));
  if (typeof all !== "object" || all === null || Array.isArray(all)) return undefined;
  const texts = Object.entries(all).flatMap(([name, value]) => {
    const text = toText(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}

/** As the engine reads it: several options are named with commas between them. */
function toText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => toText(item) ?? []).join(",");
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
