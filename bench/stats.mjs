/** Returns the median. Unlike a mean, it is not affected by a single slow run. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns a percentile; `part` is 0.99 for the 99th. */
export function percentile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}

/** Prints a table. The first column is aligned to the left, the others to the right. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column]),
    );
    console.log(cells.join("  ").trimEnd());
  }
}

/** Prints for each figure (`{ name, value, goal, unit }`) whether it meets its goal, an upper limit. */
export function printGoals(goals) {
  for (const { name, value, goal, unit = "" } of goals) {
    const withUnit = (number) => `${number}${unit && ` ${unit}`}`;
    const figure = value < 10 ? value.toFixed(2) : value.toFixed(1);
    console.log(
      `${name}: ${withUnit(figure)}, goal at most ${withUnit(goal)}: ${value > goal ? "MISSED" : "met"}`,
    );
  }
}
