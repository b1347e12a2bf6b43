import { type Filter, lastDays, presetOf, readFilter, today } from "../filter/filter";

/** What the address of a flow's results holds besides the flow. */
export interface ResultsSearch extends Omit<Filter, "flow"> {
  /** Without a period these are the last 30 days; with this, all time. */
  period?: "all";
  /** Shows each number beside the one of the period before, which is as long. */
  compare?: "previous";
  /** The two questions of the cross table. */
  row?: string;
  column?: string;
}

/** The days that are shown first. */
export const DEFAULT_DAYS = 30;

/** Reads the search of an address. What it cannot hold is dropped. */
export function readResultsSearch(search: Readonly<Record<string, unknown>>): ResultsSearch {
  const { flow: _, ...filter } = readFilter(search);
  const { period, compare, row, column } = search;
  return {
    ...filter,
    ...(period === "all" && !hasPeriod(filter) && { period }),
    ...(compare === "previous" && { compare }),
    ...(isName(row) && { row: String(row) }),
    ...(isName(column) && { column: String(column) }),
  };
}

/** Returns the filter of every number of the page. */
export function filterOf(search: ResultsSearch, flow: string, day = today()): Filter {
  const { period, compare: _compare, row: _row, column: _column, ...filter } = search;
  const isDefault = period !== "all" && !hasPeriod(filter);
  return { ...filter, flow, ...(isDefault && lastDays(DEFAULT_DAYS, day)) };
}

/** Returns the search with another filter. The last 30 days are not written down, so that they stay the last ones. */
export function withFilter(search: ResultsSearch, filter: Filter, day = today()): ResultsSearch {
  const { flow: _, from, to, ...rest } = filter;
  const { compare, row, column } = search;
  const isDefault = presetOf(filter, day) === DEFAULT_DAYS;
  return {
    ...rest,
    ...(!isDefault && from !== undefined && { from }),
    ...(!isDefault && to !== undefined && { to }),
    ...(!hasPeriod(filter) && { period: "all" as const }),
    ...(compare && { compare }),
    ...(row !== undefined && { row }),
    ...(column !== undefined && { column }),
  };
}

/** Returns whether there is a period before the filter's one. */
export function canCompare({ from, to }: Filter): boolean {
  return from !== undefined && to !== undefined && from <= to;
}

function hasPeriod({ from, to }: Filter): boolean {
  return from !== undefined || to !== undefined;
}

function isName(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "" && value.length <= 500) || typeof value === "number";
}
