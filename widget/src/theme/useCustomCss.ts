import { useEffect } from "react";
import { adoptStyles } from "./adoptStyles";

/** Applies a page's own style rules as long as it is shown (specification, section 2.3). */
export function useCustomCss(css: string | undefined): void {
  useEffect(() => (css ? adoptStyles(css) : undefined), [css]);
}
