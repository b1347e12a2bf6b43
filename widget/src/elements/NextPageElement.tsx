import { BusyButton } from "./BusyButton";
import type { ElementProps } from "./elementProps";

/** The button that leads to the next page. */
export function NextPageElement({ element, busy }: ElementProps) {
  return <BusyButton label={element.text} busy={busy} />;
}
