import { isFullPage, isLauncherVisible, type LifecycleState } from "./state.ts";

/** What the host page shows of the widget. */
export interface LifecycleView {
  launcherVisible: boolean;
  /** The text beside the launcher, if the widget has one. */
  popoverVisible: boolean;
  open: boolean;
  /** The widget is open, but its frame has not answered yet. */
  busy: boolean;
  frameVisible: boolean;
  /** The frame is on an overlay, and the visitor cannot use the host page. */
  blocksHost: boolean;
  /** The frame covers the window. */
  fullPage: boolean;
  /** The frame takes the full height, as a chat does. */
  fullHeight: boolean;
  contentHeight: number | undefined;
  unread: number;
}

export function getView(state: LifecycleState): LifecycleView {
  const { open, opened, record, contentHeight, unread } = state;
  const ready = state.frame === "ready";
  const frameVisible = open && ready;
  const blocksHost = frameVisible && !!state.configuration.modal_mode && !state.inline;
  const launcherVisible = isLauncherVisible(state) && !blocksHost;
  return {
    launcherVisible,
    popoverVisible: launcherVisible && !opened && !record.isPopoverDismissed,
    open,
    busy: open && !ready,
    frameVisible,
    blocksHost,
    fullPage: isFullPage(state),
    fullHeight: !!state.chat,
    contentHeight,
    unread,
  };
}
