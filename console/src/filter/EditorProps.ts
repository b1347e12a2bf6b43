import type { Filter } from "./filter";

export interface EditorProps {
  filter: Filter;
  /** Puts another filter in force, and ends the editor. */
  onChange: (filter: Filter) => void;
}
