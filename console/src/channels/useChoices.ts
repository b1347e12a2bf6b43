import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listQuery, recordQuery } from "./records";

/** A language of a flow. */
export interface FlowLanguage {
  id: string;
  code: string;
  name: string;
}

/** What fields of a record can refer to. */
export interface Choices {
  flows: readonly { value: string; label: string }[];
  languages: readonly FlowLanguage[];
}

/** Loads what fields of a node, or of its widgets, can refer to. Until it is there, they have what they have. */
export function useChoices(flowId: unknown): Choices {
  const id = typeof flowId === "string" ? flowId : "";
  const { data: flows } = useQuery(listQuery("flows"));
  const { data: flow } = useQuery({ ...recordQuery("flows", id), enabled: id !== "" });
  return useMemo(
    () => ({
      flows: (flows ?? [])
        .filter(({ archived, revision }) => !archived && revision !== null)
        .map(({ id, title }) => ({ value: id, label: title ?? id })),
      languages: languagesOf(flow?.document.languages),
    }),
    [flows, flow],
  );
}

function languagesOf(languages: unknown): FlowLanguage[] {
  if (!Array.isArray(languages)) return [];
  return languages.flatMap((language: Partial<FlowLanguage> | null) => {
    const { id, code, name } = language ?? {};
    return typeof code === "string" ? [{ id: id ?? code, code, name: name ?? code }] : [];
  });
}
