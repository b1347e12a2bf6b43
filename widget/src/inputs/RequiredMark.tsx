/**
 * The asterisk beside a required question's label, which hangs in the margin so that it never gets a line of its own.
 * Screen readers learn of it from `aria-required` instead.
 */
export function RequiredMark() {
  return (
    <span className="field__required" aria-hidden="true">
      *
    </span>
  );
}
