import type { View } from "../engine/types";

/** What is known of a page that a visitor has passed. */
export type PassedPage = Pick<View, "elements" | "stateId">;

/** Where a visitor is among the questions of a flow. Both count from 1. */
export interface Place {
  question: number;
  count: number;
}
