import type { MatrixItem } from "./MatrixTable";

/** The width in pixels that a page of 320 pixels has for a row: the server chooses the layout too, and knows no other width. */
const ROW_WIDTH = 280;

/** The least width of an option, and what its letters and the space beside them need. */
const MIN_WIDTH = 44;
const LETTER_WIDTH = 7.5;
const SPACE = 16;

/** What is written as wide as it is high. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g;

/** Returns whether all options fit beside each other on the narrowest telephones. */
export function fitsOneRow(options: readonly MatrixItem[]): boolean {
  const widths = options.map(({ label }) => {
    const letters = label.length + (label.match(WIDE)?.length ?? 0);
    return Math.max(MIN_WIDTH, letters * LETTER_WIDTH + SPACE);
  });
  const hasText = options.every(({ label, imageUrl }) => label && !imageUrl);
  return hasText && widths.reduce((sum, width) => sum + width, 0) <= ROW_WIDTH;
}
