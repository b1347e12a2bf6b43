export type { Colleagues } from "./colleagues";
export type { LiveEvents, LiveSignals } from "./events";
export {
  LiveProvider,
  useLive,
  useLiveCatchUp,
  useLiveEvent,
  useLiveGap,
  useOpenChats,
} from "./LiveProvider";
