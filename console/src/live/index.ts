export type { LiveEvents, LiveSignals } from "./events";
export { LiveProvider, useLive, useLiveCatchUp, useLiveEvent, useLiveGap } from "./LiveProvider";
