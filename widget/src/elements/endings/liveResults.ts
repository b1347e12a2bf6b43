import { request } from "../../http/request";
import type { Unchecked } from "../../http/unchecked";
import { type Ending, presentEnding } from "../../run/ending";

/** What a preview shows, which sends nothing. */
const EXAMPLE = 92;

/** The results that were asked for, once for all elements of a page. */
const asked = new WeakMap<Ending, Promise<Map<unknown, unknown>>>();

/**
 * Returns how many of 100 have answered as the visitor has, for an element that shows it; `undefined` if the server does not say,
 * or has not got the feedback yet.
 */
export async function agreeingOf100(elementId: string): Promise<number | undefined> {
  const ending = presentEnding();
  if (!ending) return EXAMPLE;
  const { results: url } = ending;
  if (url === undefined) return undefined;
  const results = asked.get(ending) ?? fetchResults(url);
  asked.set(ending, results);
  const agree = (await results).get(elementId);
  return typeof agree === "number" ? agree : undefined;
}

async function fetchResults(url: string): Promise<Map<unknown, unknown>> {
  const { body } = await request(url);
  const { items } = (body ?? {}) as Unchecked<"LiveResults">;
  if (!Array.isArray(items)) return new Map();
  return new Map(items.map((item: Unchecked<"LiveResult"> | null) => [item?.element_id, item?.agree]));
}
