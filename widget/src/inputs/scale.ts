/** A numeric scale with optional labels for its ends. */
export interface Scale {
  min: number;
  max: number;
  /** The distance between two steps; 1 by default. */
  step?: number | undefined;
  minLabel?: string | undefined;
  maxLabel?: string | undefined;
}

export interface ScaleProps extends Scale {
  value: number | undefined;
  onChange: (value: number) => void;
}

/** Returns the numbers of a scale, without floating-point errors such as 0.30000000000000004. */
export function scaleSteps({ min, max, step = 1 }: Scale): number[] {
  const count = Math.max(0, Math.floor((max - min) / step + 1e-9) + 1);
  return Array.from({ length: count }, (_, index) => Number((min + index * step).toPrecision(12)));
}

/** Returns the accessible label of a step. The steps at the ends include the label of that end. */
export function stepLabel(name: string, number: number, { min, max, minLabel, maxLabel }: Scale): string {
  const endLabel = number === min ? minLabel : number === max ? maxLabel : undefined;
  return endLabel ? `${name}, ${endLabel}` : name;
}
