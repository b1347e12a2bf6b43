/** A scale: its ends, and what they mean. */
export interface Scale {
  min: number;
  max: number;
  /** How far apart its numbers are; 1 unless told. */
  step?: number | undefined;
  minLabel?: string | undefined;
  maxLabel?: string | undefined;
}

export interface ScaleProps extends Scale {
  value: number | undefined;
  onChange: (value: number) => void;
}

/** The numbers from one end to the other, without the dust that sums of decimal fractions gather. */
export function scaleSteps({ min, max, step = 1 }: Scale): number[] {
  const count = Math.max(0, Math.floor((max - min) / step + 1e-9) + 1);
  return Array.from({ length: count }, (_, at) => Number((min + at * step).toPrecision(12)));
}

/** What a step is called. The ends say what they mean: to the ear the words below the row are far away. */
export function stepName(name: string, number: number, { min, max, minLabel, maxLabel }: Scale): string {
  const meaning = number === min ? minLabel : number === max ? maxLabel : undefined;
  return meaning ? `${name}, ${meaning}` : name;
}
