/** The asterisk beside a required question's label. Screen readers learn of it from `aria-required` instead. */
export function RequiredMark() {
  return (
    <span className="field__required" aria-hidden="true">
      {WORD_JOINER}*
    </span>
  );
}

/** Keeps the asterisk on the line of the label's last word. */
const WORD_JOINER = "\u2060";
