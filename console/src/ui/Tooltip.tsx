import { Tooltip as AriaTooltip } from "react-aria-components";
import { Keys } from "./Keys";

/** What a control is called, beside it while it is hovered or has the focus. It stands in a `TooltipTrigger` behind the control. */
export function Tooltip({ text, keys }: { text: string; keys?: string | undefined }) {
  return (
    <AriaTooltip className="tooltip" offset={6}>
      {text}
      {keys && <Keys keys={keys} />}
    </AriaTooltip>
  );
}
