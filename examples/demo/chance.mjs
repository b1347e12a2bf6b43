// Chance that is the same in every run: a demo should not differ from the one of a colleague.

/**
 * Returns what draws from a fixed sequence (Mulberry32).
 * @param {number} seed
 */
export function chanceFrom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (list) => list[Math.floor(next() * list.length)];
  return {
    next,
    /** A whole number from `low` to `high`. */
    between,
    /** Whether something happens that has this probability. */
    happens: (probability) => next() < probability,
    pick,
    /** One of the keys, each as often as its weight says. */
    weighted(weights) {
      const entries = Object.entries(weights);
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return entries[0][0];
    },
    /** Some of the keys, each with its probability; at least one, at most `most`. */
    some(probabilities, most) {
      const chosen = Object.keys(probabilities).filter((key) => next() < probabilities[key]);
      return chosen.length > 0 ? chosen.slice(0, most) : [pick(Object.keys(probabilities))];
    },
  };
}
