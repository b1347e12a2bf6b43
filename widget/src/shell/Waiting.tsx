interface Props {
  /** Describes what is loading. */
  children: string;
  /** Only screen readers get the text; others see the spinner alone. */
  isTextHidden?: boolean;
}

/** A loading spinner with a text. */
export function Waiting({ children, isTextHidden = false }: Props) {
  return (
    <p className="waiting" role="status">
      <span className={isTextHidden ? "visually-hidden" : undefined}>{children}</span>
    </p>
  );
}
