import { useText } from "../texts/useText";
import { CheckMark } from "./CheckMark";

interface Props {
  /** `div` within a page that has its own `main`. */
  as?: "main" | "div";
}

/** Replaces the flow where a visitor may give feedback only once and has done so (docs/api.md#multiple-feedback). */
export function AlreadyGiven({ as: Part = "main" }: Props) {
  const text = useText();
  return (
    <Part className="card">
      <div className="thanks elements">
        <CheckMark />
        <h1 className="label">{text("prevent_multiple_feedback")}</h1>
      </div>
    </Part>
  );
}
