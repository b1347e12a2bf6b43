import type { ElementView } from "../../engine/types";

/** The props of what only thank-you pages have. */
export interface EndingProps {
  element: ElementView;
}
