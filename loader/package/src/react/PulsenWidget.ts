import { type PulsenProps, usePulsen } from "./usePulsen.ts";

/** The widget with its launcher, as long as this component is mounted. It renders nothing into your page. */
export function PulsenWidget(props: Omit<PulsenProps, "inline" | "header">): null {
  usePulsen(props);
  return null;
}
