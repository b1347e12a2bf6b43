import { BusyButton } from "../inputs/BusyButton";
import { ContentText } from "../texts/ContentText";
import type { ElementProps } from "./elementProps";

/** The button that leads to the next page, or a quiet one that skips to the end. */
export function NextPageElement({ element, send, busy }: ElementProps) {
  if (element.isSkip) {
    return (
      <button className="quiet-button skip" type="button" onClick={() => send({ type: "skip" })}>
        <ContentText>{element.text}</ContentText>
      </button>
    );
  }
  return (
    <BusyButton
      label={<ContentText>{element.text}</ContentText>}
      busy={busy}
      isDefault
      onPress={() => send({ type: "next" })}
    />
  );
}
