import type { ElementView } from "../engine/types";
import type { Send } from "../run/flowRun";

/** The properties of every element component. */
export interface ElementProps {
  element: ElementView;
  send: Send;
  /** The page's request is under way. Set only for the buttons that cause one: next page and submit. */
  busy: boolean;
  /** It is at the top of its page. */
  isFirst?: boolean;
}
