import { useText } from "../texts/useText";
import { CheckMark } from "./CheckMark";

/** Shown instead of the flow to a visitor whose one feedback the node already has. */
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
