/** The product's sign and name. Beside it stands what it leads to, if anything. */
export function Brand() {
  return (
    <span className="brand">
      <svg className="brand__sign" viewBox="0 0 32 32" aria-hidden="true">
        <path className="brand__bubble" d="M16 2a14 14 0 1 1-6.6 26.3L3 30l1.8-6A14 14 0 0 1 16 2" />
        <path className="brand__pulse" d="M8 17h4l2.5-6 4 11 2.5-5h3" />
      </svg>
      Pulsen
    </span>
  );
}
