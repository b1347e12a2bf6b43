import { ContentText } from "../texts/ContentText";

interface Props {
  minLabel?: string | undefined;
  maxLabel?: string | undefined;
}

/** The labels of a scale's ends, below it. Hidden from screen readers: the steps' own labels contain them. */
export function ScaleEnds({ minLabel, maxLabel }: Props) {
  if (!minLabel && !maxLabel) return null;
  return (
    <p className="scale__ends" aria-hidden="true">
      <span>
        <ContentText>{minLabel}</ContentText>
      </span>
      <span>
        <ContentText>{maxLabel}</ContentText>
      </span>
    </p>
  );
}
