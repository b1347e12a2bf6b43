interface Props {
  minLabel?: string | undefined;
  maxLabel?: string | undefined;
}

/** What the two ends of a scale mean, below it. To the ear the ends themselves say it. */
export function ScaleEnds({ minLabel, maxLabel }: Props) {
  if (!minLabel && !maxLabel) return null;
  return (
    <p className="scale__ends" aria-hidden="true">
      <bdi>{minLabel}</bdi>
      <bdi>{maxLabel}</bdi>
    </p>
  );
}
