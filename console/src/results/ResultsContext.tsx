import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { FlowDefinition } from "../answers/flow";
import { type Filter, PARTS, withoutPart } from "../filter/filter";

/** An answer that a page can be filtered by. */
export type AnswerFilter = Pick<Filter, "question" | "option" | "at_least" | "at_most" | "contains">;

interface Results {
  /** What all numbers of the page are about. */
  filter: Filter;
  /** The flow as it is now; `null` while it is not known. */
  flow: FlowDefinition | null;
  /** Whether everything is shown at once, because the page is about to be printed. */
  isWhole: boolean;
  /** Shows only feedback with this answer, or if it does so already, all again. */
  choose: (answer: AnswerFilter) => void;
  isChosen: (answer: AnswerFilter) => boolean;
  /** Shows only feedback of these days. */
  choosePeriod: (from: string, to: string) => void;
}

const ResultsContext = createContext<Results | null>(null);

interface Props {
  filter: Filter;
  flow: FlowDefinition | null;
  isWhole: boolean;
  onFilter: (filter: Filter) => void;
  children: ReactNode;
}

/** Gives the parts of the page its filter, and what changes it. */
export function ResultsProvider({ filter, flow, isWhole, onFilter, children }: Props) {
  const results = useMemo((): Results => {
    const isChosen = (answer: AnswerFilter) =>
      filter.question !== undefined && PARTS.answer.every((name) => filter[name] === answer[name as never]);
    return {
      filter,
      flow,
      isWhole,
      isChosen,
      choose: (answer) => {
        const rest = withoutPart(filter, "answer");
        onFilter(isChosen(answer) ? rest : { ...rest, ...answer });
      },
      choosePeriod: (from, to) => onFilter({ ...filter, from, to }),
    };
  }, [filter, flow, isWhole, onFilter]);
  return <ResultsContext value={results}>{children}</ResultsContext>;
}

/** Returns the filter of the page, and what changes it. */
export function useResults(): Results {
  const results = useContext(ResultsContext);
  if (!results) throw new Error("This part belongs to a page of results.");
  return results;
}
