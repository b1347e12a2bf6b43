interface Props {
  options: { id: string; label: string; isExclusive?: boolean }[];
  selected: readonly string[];
}

/** Announces what is selected where a press on one option may deselect others, because one of them is exclusive. */
export function SelectionStatus({ options, selected }: Props) {
  if (!options.some(({ isExclusive }) => isExclusive)) return null;
  const labels = options.filter(({ id }) => selected.includes(id)).map(({ label }) => label);
  return (
    <p className="visually-hidden" role="status">
      {labels.join(", ")}
    </p>
  );
}
