import type { AnalyticsRecord } from "./events.ts";

/** The list that tag managers read. They replace it, or its `push`, with their own. */
interface DataLayer {
  push(record: AnalyticsRecord): unknown;
}

/**
 * Pushes a record to the window's data layer, which is created as tag managers expect it: the first to come makes the
 * list, and the tag manager reads what is in it when it starts.
 *
 * @param onError called with what the page's own `push` throws, or with what keeps the window from having a data layer.
 * Nothing is thrown.
 */
export function pushToDataLayer(
  window: object,
  record: AnalyticsRecord,
  onError: (error: unknown) => void,
): void {
  const page = window as { dataLayer?: DataLayer };
  try {
    page.dataLayer ||= [];
    const { dataLayer } = page;
    // Whatever the page has put in place of a list's `push`.
    dataLayer.push.call(dataLayer, record);
  } catch (error) {
    onError(error);
  }
}
