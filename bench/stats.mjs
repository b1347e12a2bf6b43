/** The middle value: unlike a mean, one slow run does not move it. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that this part of all values does not exceed; 0.99 for the 99th percentile. */
export function percentile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}

/** Prints rows as columns: the first one left, the others right. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column]),
    );
    console.log(cells.join("  ").trimEnd());
  }
}

/** Says of each figure whether its goal is met: `{ what, is, atMost, unit }`. */
export function printGoals(goals) {
  for (const { what, is, atMost, unit = "" } of goals) {
    const withUnit = (number) => `${number}${unit && ` ${unit}`}`;
    const figure = is < 10 ? is.toFixed(2) : is.toFixed(1);
    console.log(
      `${what}: ${withUnit(figure)}, goal at most ${withUnit(atMost)}: ${is > atMost ? "MISSED" : "met"}`,
    );
  }
}
