import { useText } from "../texts/TextsProvider";

/** The places of the figures, as large as they will be, so that nothing moves when they come. */
export function ResultsSkeleton() {
  const text = useText();
  return (
    <div className="results-skeleton" role="status">
      <span className="visually-hidden">{text("loading")}</span>
      <span className="results-skeleton__line" />
      <span className="results-skeleton__cards">
        <span className="results-skeleton__card" />
        <span className="results-skeleton__card" />
        <span className="results-skeleton__card" />
      </span>
      <span className="results-skeleton__chart" />
      <span className="results-skeleton__chart" />
    </div>
  );
}
