import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RESULTS_KEY } from "./queries";

/** Returns whether the whole page is wanted, and what prints it once all of it is there. */
export function usePrint(): { isWhole: boolean; print: () => void } {
  const [isWanted, setWanted] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const fetching = useIsFetching({ queryKey: [RESULTS_KEY] });
  useEffect(() => {
    // Parts that are drawn now begin to load what they lack.
    if (isWanted) setDrawn(true);
  }, [isWanted]);
  useEffect(() => {
    if (!isDrawn || fetching > 0) return;
    setDrawn(false);
    setWanted(false);
    window.print();
  }, [isDrawn, fetching]);
  return { isWhole: isWanted, print: () => setWanted(true) };
}
