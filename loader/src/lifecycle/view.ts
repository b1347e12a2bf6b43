import { isFullPage, isLauncherVisible, type LifecycleState } from "./state.ts";

/** What the host page shows of the widget. */
export interface LifecycleView {
  launcherVisible: boolean;
  open: boolean;
  /** The widget is open, but its frame has not answered yet. */
  busy: boolean;
  frameVisible: boolean;
  /** The frame covers the window. */
  fullPage: boolean;
  /** The frame takes the full height, as a chat does. */
  fullHeight: boolean;
  contentHeight: number | undefined;
  unread: number;
}

export function getView(state: LifecycleState): LifecycleView {
  const { open, contentHeight, unread } = state;
  const ready = state.frame === "ready";
  return {
    launcherVisible: isLauncherVisible(state),
    open,
    busy: open && !ready,
    frameVisible: open && ready,
    fullPage: isFullPage(state),
    fullHeight: state.chat,
    contentHeight,
    unread,
  };
}
