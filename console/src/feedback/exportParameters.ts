import { type Filter, filterParameters, ofFlow } from "../filter/filter";
import type { KeptExport } from "../wire";

/** Returns the parameters of an export (docs/results.md#exports). */
export function exportParameters(
  filter: Filter,
  { format, flow, isInWords }: { format: KeptExport["format"]; flow: string | undefined; isInWords: boolean },
): URLSearchParams {
  const parameters = filterParameters(flow === undefined ? filter : ofFlow(filter, flow));
  parameters.set("format", format);
  if (format !== "ndjson" && isInWords) {
    parameters.set("header", "texts");
    parameters.set("values", "texts");
  }
  // Else Excel reads it in another encoding.
  if (format === "csv") parameters.set("bom", "true");
  return parameters;
}
