import type { FlowSummary } from "../src/boot";

/** The fields of a flow's definition that its summary is made of. */
interface FlowOutline {
  id: string;
  revision?: number;
  isPreview?: boolean;
  isSingleElementPreview?: boolean;
  languages?: { code: string }[];
  states?: { elements?: { question?: { style?: string } | null }[] | null }[];
}

/** Summarizes a flow as the server does for a page's boot data; for the development server and tests. */
export function summarizeFlow(flow: FlowOutline): FlowSummary {
  const elements = flow.states?.flatMap((state) => state.elements ?? []) ?? [];
  return {
    id: flow.id,
    revision: flow.revision ?? 1,
    isPreview: flow.isPreview === true,
    isSingleElementPreview: flow.isSingleElementPreview === true,
    styles: [...new Set(elements.flatMap(({ question }) => question?.style ?? []))],
    languages: flow.languages?.map(({ code }) => code) ?? [],
  };
}
