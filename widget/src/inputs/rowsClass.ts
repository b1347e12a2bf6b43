import { createContext } from "react";
import type { RowLimits } from "./evenColumns";

/**
 * Gives the rows of a scale a class whose rules choose the number of columns. Only there while the server renders, which knows
 * no widths; in the browser the rows measure themselves.
 */
export const RowsClassContext = createContext<((count: number, limits: RowLimits) => string) | undefined>(
  undefined,
);
