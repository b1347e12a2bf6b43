import { asksBeside } from "./display.ts";
import { isFullPage, isLauncherVisible, type LifecycleState } from "./state.ts";

/** What the host page shows of the widget. */
export interface LifecycleView {
  _launcherVisible: boolean;
  /** The text or the question beside the launcher, if the widget has one. */
  _popoverVisible: boolean;
  open: boolean;
  /** The widget is open, but its frame has not answered yet. */
  _busy: boolean;
  _frameVisible: boolean;
  /** The frame is on an overlay, and the visitor cannot use the host page. */
  _blocksHost: boolean;
  /** The frame covers the window. */
  _fullPage: boolean;
  /** The frame takes the full height, as a chat does. */
  _fullHeight: boolean;
  _contentHeight: number | undefined;
  unread: number;
}

export function getView(state: LifecycleState): LifecycleView {
  const { open, unread } = state;
  const ready = state.frame === "ready";
  const frameVisible = open && ready;
  const blocksHost = frameVisible && !!state._configuration.modal_mode && !state.inline;
  const launcherVisible = isLauncherVisible(state) && !blocksHost;
  const mayStandBeside = state._configuration.question ? asksBeside(state) : !state._opened;
  return {
    _launcherVisible: launcherVisible,
    // The place is that of an unread reply.
    _popoverVisible: launcherVisible && mayStandBeside && !unread && !state._record.isPopoverDismissed,
    open,
    _busy: open && !ready,
    _frameVisible: frameVisible,
    _blocksHost: blocksHost,
    _fullPage: isFullPage(state),
    _fullHeight: !!state.chat,
    _contentHeight: state._contentHeight,
    unread,
  };
}
