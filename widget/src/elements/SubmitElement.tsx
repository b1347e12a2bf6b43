import { BusyButton } from "../inputs/BusyButton";
import { ContentText } from "../texts/ContentText";
import type { ElementProps } from "./elementProps";

/** The button that submits the feedback. */
export function SubmitElement({ element, send, busy }: ElementProps) {
  return (
    <BusyButton
      label={<ContentText>{element.text}</ContentText>}
      busy={busy}
      isDefault
      onPress={() => send({ type: "next" })}
    />
  );
}
