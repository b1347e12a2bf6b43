import { createContext } from "react";

/**
 * The layout of matrix questions (docs/widget.md#matrix-questions). `auto`: a table where there is room for one, else a
 * list.
 */
export type MatrixView = "auto" | "table" | "list";

/** The layout that the widget asks for. Link pages have none. */
export const MatrixViewContext = createContext<MatrixView>("auto");

/** Reads the layout of a widget's configuration. */
export function readMatrixView(text: string | undefined): MatrixView {
  return text === "table" || text === "list" ? text : "auto";
}
