/** How narrow the columns of a scale may become, in pixels, the gap to the next one included. */
export interface RowLimits {
  /** Where all steps stand in one row. */
  oneRow: number;
  /** Where they need several rows: there is room then for comfortable ones. */
  severalRows: number;
  /** The steps hold letters: `oneRow` is for those of the usual size, and grows with larger ones. */
  hasLetters?: boolean;
}

/**
 * Returns the number of columns that spreads `count` steps evenly over as few rows as possible.
 *
 * @param width in pixels; 0 where it is not known yet, which gives one row.
 * @param letters how many times larger than usual the visitor's letters are.
 */
export function evenColumns(
  count: number,
  width: number,
  { oneRow, severalRows, hasLetters }: RowLimits,
  letters = 1,
): number {
  const narrowest = hasLetters ? oneRow * letters : oneRow;
  if (width === 0 || count * narrowest <= width) return Math.max(count, 1);
  const fitting = Math.max(1, Math.floor(width / Math.max(severalRows, narrowest)));
  return Math.ceil(count / Math.ceil(count / fitting));
}

/** Returns the number of steps in the last row. */
export function lastRow(count: number, columns: number): number {
  return count % columns || columns;
}
