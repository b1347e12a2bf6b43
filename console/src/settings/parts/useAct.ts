import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CancelledError, useConfirmed } from "../../session/Confirmation";

/** What is called, and which lists change by it. */
export interface Act<Result = unknown> {
  call: () => Promise<Result>;
  /** The first parts of the keys of queries. */
  changes: string[];
}

/** Carries out an act once at a time. Where the server wants it, somebody confirms first who they are. */
export function useAct<Result>({ call, changes }: Act<Result>, onDone: (result: Result) => void) {
  const confirmed = useConfirmed();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => confirmed(call),
    onSuccess: async (result) => {
      await Promise.all(changes.map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onDone(result);
    },
  });
  const { mutate, isPending, error, reset } = mutation;
  return {
    run: () => {
      if (!isPending) mutate();
    },
    isBusy: isPending,
    error: error instanceof CancelledError ? null : error,
    /** Returns what sets a field, and forgets the problem of the last try: it was about another value. */
    edit:
      <Value>(set: (value: Value) => void) =>
      (value: Value) => {
        set(value);
        reset();
      },
    reset,
  };
}
