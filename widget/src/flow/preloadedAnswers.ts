/**
 * Reads the answers in a link's `responses` parameter (docs/engine.md#preloaded-answers): a JSON object with a text,
 * number or boolean for each question, by key or id, and a list for several options. Returns `undefined` where there
 * are none or where the JSON is damaged: a link that a mail program cut off still shows the flow.
 */
export function readPreloadedAnswers(query: URLSearchParams): Record<string, string> | undefined {
  return answersAsTexts(parse(query.get("responses")));
}

/** Converts answers by the key or id of their questions to the engine's form; `undefined` if there are none. */
export function answersAsTexts(all: unknown): Record<string, string> | undefined {
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

/** Converts a value to the engine's form, which separates options with commas. */
function toText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => toText(item) ?? []).join(",");
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
