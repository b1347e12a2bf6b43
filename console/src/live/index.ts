export type { LiveEvents, LiveSignals } from "./events";
export { LiveProvider, useLive, useLiveEvent, useLiveGap } from "./LiveProvider";
