import type { ChatAccess } from "../chat/access";

/** The entry that holds a record for each node. */
export const WIDGET_RECORDS = "FLOW/widget";

/** What this browser knows of a node's widget (specification, section 3.3). */
export interface WidgetRecord {
  lastFeedbackDate?: number;
  /** The visitor's chats with this node, the newest last. */
  chats?: ChatAccess[];
  /** Which of them the widget shows; the flow where none is named. */
  activeChat?: string;
}
