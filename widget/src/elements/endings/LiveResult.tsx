import { useEffect, useState } from "react";
import type { EndingProps } from "./endingProps";
import { agreeingOf100 } from "./liveResults";
import { useEndingText } from "./texts/catalog";

/** How many have answered as the visitor has (docs/flows.md#live-results). Its line is there before the server has told it. */
export function LiveResult({ element: { id } }: EndingProps) {
  const text = useEndingText();
  const [agree, setAgree] = useState<number>();
  useEffect(() => {
    let isShown = true;
    agreeingOf100(id)
      .then((agreeing) => isShown && setAgree(agreeing))
      .catch(console.error);
    return () => {
      isShown = false;
    };
  }, [id]);
  return (
    <p className="live-result" role="status">
      {agree !== undefined && text("agree", { agree, all: 100 })}
    </p>
  );
}
