import { useState } from "react";
import { useText } from "../texts/useText";
import { reloadPage } from "./reloadPage";

/** A button that starts the page again, and says so if that cannot be done now. */
export function TryAgain() {
  const text = useText();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const tryAgain = async () => {
    if (state === "busy") return;
    setState("busy");
    if (!(await reloadPage())) setState("failed");
  };
  return (
    <>
      <button type="button" className="button" aria-busy={state === "busy"} onClick={() => void tryAgain()}>
        <span className="button__label">{text("try_again")}</span>
        <span className="button__spinner" aria-hidden="true" />
      </button>
      <p className="status-note" role="status">
        {state === "busy" && <span className="visually-hidden">{text("loading")}</span>}
        {state === "failed" && <span>{text("still_failing")}</span>}
      </p>
    </>
  );
}
