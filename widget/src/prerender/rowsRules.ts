import { evenColumns, lastRow, type RowLimits } from "../inputs/evenColumns";

/** Wider rows are in one row in any case, since no scale has more steps than these pixels hold. */
const WIDEST = 4000;

/**
 * Collects rules that choose the number of columns of scales by the width of their box, as `EvenRows` does by measuring it. A class
 * for each kind of scale.
 */
export function createRowsRules() {
  const classes = new Map<string, { name: string; rules: string }>();
  return {
    classOf(count: number, limits: RowLimits): string {
      const key = JSON.stringify([count, limits]);
      const known = classes.get(key);
      if (known) return known.name;
      const name = `rows-${classes.size + 1}`;
      classes.set(key, { name, rules: rulesOf(name, count, limits) });
      return name;
    },
    rules: () => [...classes.values()].map(({ rules }) => rules).join(""),
  };
}

function rulesOf(name: string, count: number, limits: RowLimits): string {
  const widths = columnsByWidth(count, limits).map(({ from, columns }) => {
    const grid = `--columns:${columns}!important;--last-row:${lastRow(count, columns)}!important`;
    const [shown, hidden] =
      columns < count ? [".scale__end", ".scale__ends"] : [".scale__ends", ".scale__end"];
    const box = `.${name} .even-rows`;
    return (
      `@container (min-width:${leastWidth(from, columns < count, limits)}){${box}>:first-child{${grid}}` +
      `${box} ${shown}{display:${shown === ".scale__end" ? "block" : "flex"}}${box} ${hidden}{display:none}}`
    );
  });
  return `.${name}{container-type:inline-size}${widths.join("")}`;
}

/** Returns a width at which a number of columns holds, which larger letters may raise, as CSS. */
function leastWidth(
  px: number,
  hasSeveralRows: boolean,
  { oneRow, severalRows, hasLetters }: RowLimits,
): string {
  if (!hasLetters || px < severalRows) return `${px}px`;
  if (!hasSeveralRows) return `${px / 16}rem`;
  return `max(${px}px,${((px / severalRows) * oneRow) / 16}rem)`;
}

/** Returns the numbers of columns, each with the least width in pixels at which it holds, narrowest first. */
function columnsByWidth(count: number, limits: RowLimits): { from: number; columns: number }[] {
  const found: { from: number; columns: number }[] = [];
  for (let width = 1; width <= WIDEST; width += 1) {
    const columns = evenColumns(count, width, limits);
    if (columns !== found.at(-1)?.columns) found.push({ from: width, columns });
    if (columns >= count) break;
  }
  return found;
}
