interface Props {
  /** What is on its way. */
  children: string;
  /** Said only to those who cannot see the spinner. */
  isSilent?: boolean;
}

/** Something is on its way. */
export function Waiting({ children, isSilent = false }: Props) {
  return (
    <p className="waiting" role="status">
      <span className={isSilent ? "visually-hidden" : undefined}>{children}</span>
    </p>
  );
}
