/** The asterisk beside a required question's label. Screen readers learn of it from `aria-required` instead. */
export function RequiredMark() {
  return (
    <span className="field__required" aria-hidden="true">
      *
    </span>
  );
}
