import { Fragment } from "react";
import { useText } from "../texts/TextsProvider";
import { keyLabels } from "./keyLabels";

/** Keys, as they stand on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  const text = useText();
  return (
    <span className="key-names" dir="ltr">
      {keyLabels(keys).map((press, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The presses of the same keys never change.
        <Fragment key={at}>
          {at > 0 && <span className="small soft">{text("frame_keys_then")}</span>}
          {press.map((name) => (
            <kbd key={name} className="key-name">
              {name}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
