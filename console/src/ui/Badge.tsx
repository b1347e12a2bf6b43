import type { ReactNode } from "react";
import type { Tone } from "./tone";

/** A state or a number beside what it belongs to. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}
