/** What is stored about the widget of a node on this host. Times are in milliseconds since the epoch. */
export interface DisplayRecord {
  isWidgetDisplayedBefore?: boolean;
  /** The time of the first display, in the present period if the widget has one. */
  firstNow?: number;
  lastFeedbackDate?: number;
  /** The id by which the server knows who gave it. Kept only where node or widget takes one feedback of a visitor. */
  deviceId?: string;
  /** The visitor has closed the text beside the launcher. */
  isPopoverDismissed?: boolean;
  /** This browser has an active chat or unread replies. */
  hasChat?: boolean;
  /** The visitor's number from 0 to 99 for a widget with this code (`display_share`). */
  [draw: `draw/${string}`]: number | undefined;
}
