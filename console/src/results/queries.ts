import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Filter, filterParameters } from "../filter/filter";
import { call } from "../http/call";
import type {
  CrossTableAnswer,
  FeedbackList,
  ListTotal,
  SummaryAnswer,
  TrendAnswer,
  TrendUnit,
  WordsAnswer,
} from "../wire";

/** How soon the page asks again while the server still counts the newest feedback. */
const BEHIND_MS = 2_000;

/** The first part of the keys of all that results consist of. */
export const RESULTS_KEY = "results";

/** The figures of a flow for the feedback that a filter chooses, and those of the period before. */
export function summaryQuery(filter: Filter, isCompared: boolean) {
  const parameters = parametersOf(filter);
  if (isCompared) parameters.set("compare", "previous");
  const path = `${pathOf(filter)}/summary?${parameters}`;
  return queryOptions({
    queryKey: [RESULTS_KEY, filter.flow, path],
    queryFn: ({ signal }) => call<SummaryAnswer>("GET", path, undefined, { signal }),
    // What is there stays until the figures of another filter are.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === filter.flow ? keepPreviousData(previous) : undefined,
    refetchInterval: ({ state }) => (state.data?.is_index_behind ? BEHIND_MS : false),
  });
}

/** The figures of a question over time. */
export function trendQuery(filter: Filter, question: string, by: TrendUnit) {
  const parameters = parametersOf(filter);
  parameters.set("by", by);
  const path = `${pathOf(filter)}/questions/${encodeURIComponent(question)}/trend?${parameters}`;
  return queryOptions({
    queryKey: [RESULTS_KEY, filter.flow, path],
    queryFn: ({ signal }) => call<TrendAnswer>("GET", path, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The words of a question's texts, and the newest of these. */
export function wordsQuery(filter: Filter, question: string) {
  const path = `${pathOf(filter)}/questions/${encodeURIComponent(question)}/words?${parametersOf(filter)}`;
  return queryOptions({
    queryKey: [RESULTS_KEY, filter.flow, path],
    queryFn: ({ signal }) => call<WordsAnswer>("GET", path, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How often each answer to one question was given together with each answer to another. */
export function crossTableQuery(filter: Filter, row: string, column: string) {
  const parameters = parametersOf(filter);
  parameters.set("row", row);
  parameters.set("column", column);
  const path = `${pathOf(filter)}/cross_table?${parameters}`;
  return queryOptions({
    queryKey: [RESULTS_KEY, filter.flow, path],
    queryFn: ({ signal }) => call<CrossTableAnswer>("GET", path, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many feedbacks a filter chooses. */
export function totalQuery(filter: Filter) {
  const parameters = filterParameters(filter);
  parameters.set("total", "true");
  parameters.set("limit", "1");
  return queryOptions({
    queryKey: [RESULTS_KEY, filter.flow, "total", String(parameters)],
    queryFn: async ({ signal }): Promise<ListTotal> => {
      const path = `/v1/staff/feedbacks?${parameters}`;
      const { total } = await call<FeedbackList>("GET", path, undefined, { signal });
      return total ?? { count: 0, is_capped: true };
    },
  });
}

function pathOf({ flow = "" }: Filter): string {
  return `/v1/staff/flows/${encodeURIComponent(flow)}`;
}

/** The path names the flow. */
function parametersOf(filter: Filter): URLSearchParams {
  const parameters = filterParameters(filter);
  parameters.delete("flow_id");
  return parameters;
}
