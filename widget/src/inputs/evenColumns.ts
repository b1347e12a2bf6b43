/** How narrow the columns of a scale may become, in pixels, the gap to the next one included. */
export interface RowLimits {
  /** Where all steps stand in one row. */
  oneRow: number;
  /** Where they need several rows: there is room then for comfortable ones. */
  severalRows: number;
}

/**
 * Returns the number of columns that spreads `count` steps evenly over as few rows as possible.
 *
 * @param width in pixels; 0 where it is not known yet, which gives one row.
 */
export function evenColumns(count: number, width: number, { oneRow, severalRows }: RowLimits): number {
  if (width === 0 || count * oneRow <= width) return Math.max(count, 1);
  const fitting = Math.max(1, Math.floor(width / severalRows));
  return Math.ceil(count / Math.ceil(count / fitting));
}

/** Returns the number of steps in the last row. */
export function lastRow(count: number, columns: number): number {
  return count % columns || columns;
}
