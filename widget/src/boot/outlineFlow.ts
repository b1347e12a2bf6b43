import type { FlowOutline } from "./boot";

/** The fields of a flow's definition that its outline is made of. */
interface FlowDefinition {
  id: string;
  revision?: number;
  isPreview?: boolean;
  isSingleElementPreview?: boolean;
  languages?: { code: string }[];
  pace?: "page" | "one";
  states?: { elements?: { question?: { style?: string } | null }[] | null }[];
}

/** Returns the outline of a flow that the server puts into boot data; for the development server and tests. */
export function outlineFlow(flow: FlowDefinition): FlowOutline {
  const elements = flow.states?.flatMap((state) => state.elements ?? []) ?? [];
  return {
    id: flow.id,
    revision: flow.revision ?? 1,
    isPreview: flow.isPreview === true,
    isSingleElementPreview: flow.isSingleElementPreview === true,
    styles: [...new Set(elements.flatMap(({ question }) => question?.style ?? []))],
    ...(flow.pace && { pace: flow.pace }),
    languages: flow.languages?.map(({ code }) => code) ?? [],
  };
}
