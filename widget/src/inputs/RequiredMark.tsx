/**
 * The asterisk behind a required question's label, on the line of its last word. Screen readers learn of it from `aria-required`
 * instead.
 */
export function RequiredMark() {
  return (
    <span className="field__required" aria-hidden="true">
      {MARK}
    </span>
  );
}

/** Behind a word joiner, which forbids a line break also after letters of languages that break anywhere. */
const MARK = "\u2060*";
