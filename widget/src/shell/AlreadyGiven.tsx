import type { ReactNode } from "react";
import { useText } from "../texts/useText";
import { CheckMark } from "./CheckMark";
import { useTitle } from "./useTitle";

interface Props {
  /** `div` within a page that has its own `main`. */
  as?: "main" | "div";
  /** Ways on. */
  children?: ReactNode;
}

/** Replaces the flow where a visitor may give feedback only once and has done so (docs/api.md#multiple-feedback). */
export function AlreadyGiven({ as: Part = "main", children }: Props) {
  const title = useText()("prevent_multiple_feedback");
  useTitle(title);
  return (
    <Part className="card">
      <div className="thanks elements">
        <CheckMark />
        <h1 className="label">{title}</h1>
        {children}
      </div>
    </Part>
  );
}
