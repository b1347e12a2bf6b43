import { useEffect, useState } from "react";
import { useNumber, useText } from "../texts/useText";

interface Props {
  value: string;
  maxLength: number;
  /** Shown only when the end is near, as beside a single line. */
  isQuiet?: boolean;
}

/** The most characters before the end at which the count warns. */
const MAX_WARNING = 50;

/**
 * The length of a text and its limit. Near the limit it warns, also in words for screen readers: every ten characters, so
 * that it does not talk over the typing. The limit is not enforced with `maxlength`, which silently cuts off pasted text.
 */
export function TextCount({ value, maxLength, isQuiet = false }: Props) {
  const text = useText();
  const number = useNumber();
  // In code points, as the engine counts.
  const length = [...value.trim()].length;
  const left = maxLength - length;
  const isNear = left <= Math.min(MAX_WARNING, Math.ceil(maxLength / 10));
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    if (!isNear) setAnnouncement("");
    else if (left < 0) setAnnouncement(text("characters_too_many", { count: -left }));
    else setAnnouncement((said) => (said && left % 10 ? said : text("characters_left", { count: left })));
  }, [isNear, left, text]);

  return (
    <>
      {(isNear || !isQuiet) && (
        <p className="text-input__count" data-level={left < 0 ? "over" : isNear ? "near" : undefined}>
          <bdi dir="ltr" aria-hidden="true">
            {`${number(length)} / ${number(maxLength)}`}
          </bdi>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}
