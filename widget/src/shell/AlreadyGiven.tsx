import { useText } from "../texts/useText";
import { CheckMark } from "./CheckMark";

/** Replaces the flow where a visitor may give feedback only once and has done so (docs/api.md#multiple-feedback). */
export function AlreadyGiven() {
  const text = useText();
  return (
    <main className="card">
      <div className="thanks elements">
        <CheckMark />
        <h1 className="label">{text("prevent_multiple_feedback")}</h1>
      </div>
    </main>
  );
}
