import type { ComponentType } from "react";
import type { ElementKind } from "../../engine/types";
import styles from "../../styles/lazy/endings.css?inline";
import { adoptStyles } from "../../theme/adoptStyles";
import { Card } from "./Card";
import type { EndingProps } from "./endingProps";
import { LiveResult } from "./LiveResult";
import { Reference } from "./Reference";

adoptStyles(styles);

export { leadOn } from "./leadOn";

/** The types of elements that only thank-you pages have (docs/flows.md#thank-you-pages). */
export type EndingKind = Extract<ElementKind, "reference" | "card" | "live_result">;

/** Their components: a chunk of its own, together with their CSS and texts. */
export const ENDINGS: Record<EndingKind, ComponentType<EndingProps>> = {
  reference: Reference,
  card: Card,
  live_result: LiveResult,
};
