import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";

interface Props {
  label: string;
  columns: readonly { id: string; label: string; align?: "start" | "end" }[];
  /** The cells of a row are in the order of the columns; the first names the row. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

/** A table, which scrolls in itself where it is wider than its place. */
export function Table({ label, columns, rows }: Props) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const isScrollable = useIsScrollable(box);
  return (
    <section
      className="table-box"
      ref={box}
      // Else it could not be scrolled by keyboard.
      {...(isScrollable && { tabIndex: 0, "aria-labelledby": id })}
    >
      <table className="table">
        <caption id={id} className="visually-hidden">
          {label}
        </caption>
        <thead>
          <tr>
            {columns.map(({ id, label, align = "start" }) => (
              <th key={id} scope="col" className={`table__cell table__cell--${align}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {columns.map(({ id, align = "start" }, index) => {
                const Cell = index === 0 ? "th" : "td";
                return (
                  <Cell
                    key={id}
                    className={`table__cell table__cell--${align}`}
                    {...(index === 0 && { scope: "row" })}
                  >
                    {cells[index]}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function useIsScrollable(box: RefObject<HTMLElement | null>): boolean {
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrollable(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);
  return isScrollable;
}
