import { Problem } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { isExplained, problemText } from "./problemText";

/** Says beside a form why the server has not done what was asked. Nothing where nobody asked, or where it was cancelled. */
export function ProblemNote({ error }: { error: unknown }) {
  const text = useText();
  if (!(error instanceof Problem)) return null;
  return (
    <div className="note note--problem" role="alert">
      <p>{problemText(error, text)}</p>
      {error.requestId && !isExplained(error) && (
        <p className="small">{text("request_id", { id: error.requestId })}</p>
      )}
    </div>
  );
}
