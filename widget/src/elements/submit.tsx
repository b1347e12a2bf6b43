import { BusyButton } from "./BusyButton";
import type { ElementProps } from "./kind";

/** The button that sends the answers off; it differs from the next page's in its words only. */
export function SubmitElement({ element, busy }: ElementProps) {
  return <BusyButton label={element.text} busy={busy} />;
}
