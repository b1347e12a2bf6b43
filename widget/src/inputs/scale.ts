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

/** Returns the numbers of a scale. */
export function scaleSteps({ min, max, step = 1 }: Scale): number[] {
  const count = Math.max(0, Math.floor((max - min) / step + ROUNDING) + 1);
  return Array.from({ length: count }, (_, index) => stepAt(index, min, step));
}

/** A scale with more buttons than this is hard to take in: the number is typed instead. */
const MAX_BUTTONS = 21;

/** Returns whether each step of a scale has a button. A scale without an end has none. */
export function hasButtons({ min, max, step = 1 }: Partial<Scale>): boolean {
  return min !== undefined && max !== undefined && (max - min) / step < MAX_BUTTONS;
}

/** Returns the accessible label of a step. The first and the last step include the label of their end. */
export function stepLabel(name: string, number: number, scale: Scale): string {
  const { min, minLabel, maxLabel } = scale;
  const endLabel = number === min ? minLabel : number === lastStep(scale) ? maxLabel : undefined;
  return endLabel ? `${name}, ${endLabel}` : name;
}

/** Returns the highest number of a scale, which is below `max` if `max` is not a whole number of steps away. */
export function lastStep({ min, max, step = 1 }: Scale): number {
  return stepAt(Math.floor((max - min) / step + ROUNDING), min, step);
}

/** The rounding error of a division that should give a whole number. */
const ROUNDING = 1e-9;

/** Returns a number of the scale without floating-point errors such as 0.30000000000000004. */
function stepAt(index: number, min: number, step: number): number {
  return Number((min + index * step).toPrecision(12));
}
