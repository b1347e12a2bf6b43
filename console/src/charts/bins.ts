import { tidy } from "./scale";

/** Numbers of a histogram that are counted together: from `from` on, and below `to`. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

export interface NumberCount {
  value: number;
  count: number;
}

/** Returns how often each value of a scale was given, also those that nobody gave. */
export function scaleCounts(
  values: readonly NumberCount[],
  { min, max, step }: { min: number; max: number; step: number },
): NumberCount[] {
  const places = Math.round((max - min) / step) + 1;
  const counts = new Map(values.map(({ value, count }) => [value, count]));
  const onScale = Array.from({ length: places }, (_, index) => min + index * step);
  // What an earlier revision's scale had stays.
  const all = [...new Set([...onScale, ...counts.keys()])].sort((left, right) => left - right);
  return all.map((value) => ({ value, count: counts.get(value) ?? 0 }));
}

/** Returns at most `most` bins of the same round width that hold all values, also the empty ones between them. */
export function binsOf(values: readonly NumberCount[], most = 12): Bin[] {
  if (values.length === 0) return [];
  const numbers = values.map(({ value }) => value);
  const lowest = Math.min(...numbers);
  const highest = Math.max(...numbers);
  const width = widthOf(lowest, highest, most, numbers.every(Number.isInteger));
  const first = slot(lowest, width);
  const bins = Array.from({ length: slot(highest, width) - first + 1 }, (_, index) => ({
    from: tidy((first + index) * width),
    to: tidy((first + index + 1) * width),
    count: 0,
  }));
  for (const { value, count } of values) {
    const bin = bins[slot(value, width) - first];
    if (bin) bin.count += count;
  }
  return bins;
}

/** The smallest round width with which there are few enough bins. Whole numbers get a whole one. */
function widthOf(lowest: number, highest: number, most: number, isWhole: boolean): number {
  const span = highest - lowest;
  if (span === 0) return isWhole ? 1 : 10 ** Math.floor(Math.log10(Math.abs(lowest) || 1));
  let power = 10 ** Math.floor(Math.log10(span / most));
  for (; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const width = tidy(factor * power);
      if (isWhole && width < 1) continue;
      if (slot(highest, width) - slot(lowest, width) < most) return width;
    }
  }
}

/** In which of the bins of a width, counted from zero, a value is. */
function slot(value: number, width: number): number {
  return Math.floor(tidy(value / width));
}
