export type { PulsenLoadError, PulsenLoadErrorCode } from "../error.ts";
export { PulsenInline, type PulsenInlineProps } from "./PulsenInline.ts";
export { PulsenWidget } from "./PulsenWidget.ts";
export { type PulsenProps, usePulsen } from "./usePulsen.ts";
