import { percent } from "./Bars";

/** A step that fewer reach than the one before. */
export interface FunnelStep {
  id: string;
  label: string;
  count: number;
  /** Its number in words. */
  value: string;
  /** How many of the step before that is, in words. */
  rate?: string | undefined;
}

/** How many are left at each step. */
export function Funnel({ steps }: { steps: readonly FunnelStep[] }) {
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <ol className="funnel" aria-hidden="true">
      {steps.map(({ id, label, count, value, rate }) => (
        <li key={id} className="funnel__step">
          <span className="funnel__label">{label}</span>
          <svg className="funnel__track chart-svg" aria-hidden="true">
            <rect className="chart-ground" width="100%" height="100%" rx="3" />
            <rect className="chart-bar" width={percent(count / most)} height="100%" rx="3" />
          </svg>
          <span className="funnel__value">{value}</span>
          <span className="funnel__rate soft small">{rate}</span>
        </li>
      ))}
    </ol>
  );
}
