import { BusyButton } from "./BusyButton";
import type { ElementProps } from "./elementProps";

/** The button that submits the feedback. */
export function SubmitElement({ element, busy }: ElementProps) {
  return <BusyButton label={element.text} busy={busy} />;
}
