import { useEffect } from "react";
import { adoptStyles } from "./adoptStyles";

/** Applies the CSS rules of a flow's page while it is shown (docs/flows.md#custom-pages). */
export function useCustomCss(css: string | undefined): void {
  useEffect(() => (css ? adoptStyles(css) : undefined), [css]);
}
