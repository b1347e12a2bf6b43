/** The values between which an axis runs, and where it has lines. */
export interface Scale {
  from: number;
  to: number;
  ticks: readonly number[];
}

/** Returns an axis of counts: from zero to a round number that no count is above, with whole numbers as its ticks. */
export function countScale(counts: readonly number[], most = 4): Scale {
  const step = Math.max(1, roundUp(Math.max(1, ...counts) / most));
  const steps = Math.max(1, Math.ceil(Math.max(1, ...counts) / step));
  return { from: 0, to: step * steps, ticks: range(0, step, steps) };
}

/** Returns an axis between two ends that are known, such as those of a score, with ticks at round numbers and both ends. */
export function fullScale(from: number, to: number, most = 4): Scale {
  if (!(to > from)) return { from, to: from + 1, ticks: [from, from + 1] };
  const step = roundUp((to - from) / most);
  const steps = Math.floor((to - from) / step + 1e-9);
  const ticks = range(from, step, steps);
  const last = ticks[ticks.length - 1] ?? from;
  // The end itself is a tick; one that is too near to it gives way.
  if (last === to) return { from, to, ticks };
  return { from, to, ticks: [...(to - last < step / 2 ? ticks.slice(0, -1) : ticks), to] };
}

/** Returns an axis for numbers of any size: with zero, unless all of them are below it, and round ends. */
export function numberScale(values: readonly number[], most = 4): Scale {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const step = roundUp((highest - lowest || 1) / most);
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return { from: tidy(first * step), to: tidy(last * step), ticks: range(first * step, step, last - first) };
}

/** Returns where on an axis a value is, from 0 to 1. */
export function place({ from, to }: Scale, value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** Returns the pairs of neighbors that a line connects: none across a place without a value. */
export function connections(values: readonly (number | null)[]): [number, number][] {
  return values.flatMap((value, index): [number, number][] =>
    value !== null && index > 0 && values[index - 1] != null ? [[index - 1, index]] : [],
  );
}

/** Returns where the parts of a whole begin, and how much of it they are, from 0 to 1. Without a whole all are zero. */
export function stack(counts: readonly number[]): { start: number; size: number }[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.map((count) => {
    const start = total === 0 ? 0 : before / total;
    before += count;
    return { start, size: total === 0 ? 0 : count / total };
  });
}

/** Returns at which of so many places an axis names them: evenly, with the first. */
export function labelPlaces(places: number, most: number): number[] {
  if (places <= 0) return [];
  const every = Math.max(1, Math.ceil(places / most));
  return Array.from({ length: Math.ceil(places / every) }, (_, index) => index * every);
}

/** Returns the smallest of 1, 2 and 5, times a power of ten, that is not below a number. */
function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= number * (1 - 1e-9)) ?? 10;
  return tidy(factor * power);
}

function range(from: number, step: number, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, index) => tidy(from + index * step));
}

/** Removes what adding fractions leaves behind, as in 0.30000000000000004. */
export function tidy(number: number): number {
  return Number(number.toPrecision(12));
}
