import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { defaultLanguage, type FlowDefinition, findQuestion, textIn } from "../answers/flow";
import { flowQuery, flowsQuery, nodesQuery, recordName } from "../answers/records";
import type { TextKey } from "../texts/en";
import { type Text, useLanguage, useNumberFormat, useText, useTimeFormat } from "../texts/TextsProvider";
import { type Filter, type FilterPart, hasPart, presetOf } from "./filter";

/** What each part of a filter is called. */
export const PART_TEXTS: Readonly<Record<FilterPart, TextKey>> = {
  node: "feedback_filter_node",
  flow: "feedback_filter_flow",
  period: "feedback_filter_period",
  given: "feedback_filter_given",
  status: "feedback_filter_status",
  answer: "feedback_filter_answer",
  review: "feedback_filter_review",
  tag: "feedback_filter_tag",
  text: "feedback_filter_text",
  language: "feedback_filter_language",
  customer: "feedback_filter_customer",
  verified: "feedback_filter_verified",
  reference: "feedback_filter_reference",
  revision: "feedback_filter_revision",
  device: "feedback_filter_device",
};

export const REVIEW_TEXTS = {
  new: "feedback_review_new",
  in_progress: "feedback_review_in_progress",
  done: "feedback_review_done",
} as const satisfies Record<NonNullable<Filter["review"]>, TextKey>;

export const STATUS_TEXTS = {
  complete: "feedback_status_complete",
  partial: "feedback_status_partial",
} as const satisfies Record<NonNullable<Filter["status"]>, TextKey>;

// A day in UTC is the same day everywhere.
const DAY = { dateStyle: "medium", timeZone: "UTC" } as const;

/** Returns what says in words what a part of the filter chooses, with the names of nodes, flows, questions and options. */
export function useFilterWords(filter: Filter): (part: FilterPart) => string {
  const text = useText();
  const { language } = useLanguage();
  const day = useTimeFormat(DAY);
  const number = useNumberFormat();
  const nodes = useQuery({ ...nodesQuery, enabled: filter.node !== undefined }).data;
  const flows = useQuery({ ...flowsQuery, enabled: filter.flow !== undefined }).data;
  const needsFlow = hasPart(filter, "answer") || hasPart(filter, "language");
  const flow = useQuery({
    ...flowQuery(filter.flow ?? ""),
    enabled: needsFlow && filter.flow !== undefined,
  }).data;
  return useMemo(
    () => (part) => {
      switch (part) {
        case "node":
          return recordName(nodes, filter.node ?? "");
        case "flow":
          return recordName(flows, filter.flow ?? "");
        case "period": {
          const preset = presetOf(filter);
          return preset
            ? text("feedback_filter_last_days", { count: preset })
            : span(filter.from, filter.to, day, text);
        }
        case "given":
          return span(filter.given_from, filter.given_to, day, text);
        case "status":
          return filter.status ? text(STATUS_TEXTS[filter.status]) : "";
        case "review":
          return filter.review ? text(REVIEW_TEXTS[filter.review]) : "";
        case "verified":
          return text(filter.verified ? "feedback_filter_verified_yes" : "feedback_filter_verified_no");
        case "language":
          return languageName(flow, filter.language ?? "");
        case "answer":
          return answerWords(filter, flow, language, number, text);
        case "revision":
          return String(filter.revision);
        default:
          return filter[part] ?? "";
      }
    },
    [filter, nodes, flows, flow, language, day, number, text],
  );
}

function span(
  from: string | undefined,
  to: string | undefined,
  day: (day: string) => string,
  text: Text,
): string {
  if (from !== undefined && to !== undefined)
    return from === to ? day(from) : text("feedback_filter_between", { from: day(from), to: day(to) });
  return from === undefined
    ? text("feedback_filter_until", { to: day(to ?? "") })
    : text("feedback_filter_since", { from: day(from) });
}

function languageName(flow: FlowDefinition | undefined, id: string): string {
  const language = flow?.languages?.find((language) => (language.id ?? language.code) === id);
  return language?.name || language?.code || id;
}

function answerWords(
  filter: Filter,
  flow: FlowDefinition | undefined,
  language: string,
  number: (number: number) => string,
  text: Text,
): string {
  const question = flow && findQuestion(flow, filter.question ?? "");
  const wanted = flow?.languages?.some(({ code }) => code === language)
    ? language
    : flow && defaultLanguage(flow);
  const name = textIn(question?.body, wanted ?? language) || filter.question || "";
  const options = [
    ...(question?.options ?? []),
    ...(question?.statements ?? []).flatMap((row) => row.options ?? []),
  ];
  const option = options.find(({ id, key }) => id === filter.option || key === filter.option);
  const { at_least: least, at_most: most } = filter;
  const parts = [
    filter.option !== undefined && (textIn(option?.body, wanted ?? language) || filter.option),
    least !== undefined && most !== undefined
      ? least === most
        ? number(least)
        : text("feedback_filter_between", { from: number(least), to: number(most) })
      : least !== undefined
        ? text("feedback_filter_at_least", { number: number(least) })
        : most !== undefined && text("feedback_filter_at_most", { number: number(most) }),
    filter.contains !== undefined && text("feedback_filter_contains", { text: filter.contains }),
  ].filter((part): part is string => typeof part === "string");
  return parts.length === 0
    ? name
    : text("feedback_filter_question_is", { question: name, answer: parts.join(", ") });
}
